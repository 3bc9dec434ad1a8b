/** How long a call may take, in milliseconds. */
export const CALL_MS = 15_000
export const SEND_MS = 45_000
export const FILE_MS = 55_000

/** The hub fetches files when their turn has come, so a link outlives a queue. */
export const LINK_SECONDS = 6 * 60 * 60
export const FILE_BYTES = 100 * 1024 * 1024

/** WhatsApp's interactive messages. */
export const BUTTONS = 3
export const LABEL_LENGTH = 20
export const ROWS = 10
export const ROW_LENGTH = 24
export const ROW_TEXT_LENGTH = 72
export const INTERACTIVE_LENGTH = 1024
export const ID_LENGTH = 200
/** Meta's button template for Instagram and Messenger. */
export const BUTTON_TEXT_LENGTH = 640
