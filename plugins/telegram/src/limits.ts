/** Limits of the Bot API (core.telegram.org/bots/api). */
export const TEXT_LENGTH = 4096
export const CAPTION_LENGTH = 1024
/** Bytes of one button's callback data. */
export const CALLBACK_BYTES = 64
export const BUTTON_LABEL_LENGTH = 64
export const CALLBACK_ANSWER_LENGTH = 200
export const KEYBOARD_ROWS = 100

const MB = 1024 * 1024
export const PHOTO_BYTES = 10 * MB
export const UPLOAD_BYTES = 50 * MB
export const DOWNLOAD_BYTES = 20 * MB
export const STICKER_BYTES = 512 * 1024

/** Ports that Telegram delivers webhooks to. */
export const WEBHOOK_PORTS = ['443', '80', '88', '8443']

export const REMOVE_WITHIN_SECONDS = 48 * 60 * 60
