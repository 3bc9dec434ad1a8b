/** Business constants of specification §9 that the browser keeps; all times in milliseconds. */

export const REQUEST_TIMEOUT = 20_000
export const MESSAGE_TIMEOUT = 240_000

/** The page is loaded anew after this long without click, move or key, unless something is unsaved. */
export const IDLE_RELOAD = 1_800_000
/** Without input for this long a person counts as away. */
export const IDLE_PRESENCE = 300_000

export const LOADING_SHOWN_AFTER = 2_000
export const LOADING_HIDDEN_AFTER = 1_000

export const REDIRECT_AFTER_401 = 2_000
/** The specification's 0.5 s cannot be read; toasts also wait while they are pointed at or focused. */
export const TOAST_DURATION = 5_000

export const SOCKET_TIMEOUT = 20_000
export const SOCKET_RECONNECT_MIN = 1_000
export const SOCKET_RECONNECT_MAX = 5_000
export const SOCKET_RECONNECT_AFTER_DISCONNECT = 2_000

export const SEARCH_DEBOUNCE = 250
