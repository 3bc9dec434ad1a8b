const MB = 1024 * 1024

/** WhatsApp's own limits; the gateways add none below them. */
export const TEXT_LENGTH = 65_536
export const IMAGE_BYTES = 16 * MB
export const VIDEO_BYTES = 64 * MB
export const AUDIO_BYTES = 16 * MB
export const STICKER_BYTES = MB
export const DOCUMENT_BYTES = 100 * MB

export const BUTTONS = 3
export const BUTTON_LABEL_LENGTH = 20
export const LIST_ROWS = 10
export const CARDS = 10

export const EDIT_WITHIN_SECONDS = 15 * 60
export const REMOVE_WITHIN_SECONDS = 2 * 24 * 60 * 60

/** Pages of a gateway's lists that are read at most, so that a wrong answer cannot keep us reading. */
export const MOST_PAGES = 200
export const CONTACTS_PER_PAGE = 500
export const HISTORY_PAGE = 100
/** Conversations that are looked through for what was missed. */
export const CHATS = 200
/** Messages of one delivery of history that are taken. */
export const MOST_HISTORY = 1000
