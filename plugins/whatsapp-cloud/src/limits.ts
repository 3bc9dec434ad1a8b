/** Limits of the Cloud API (messages, media, interactive messages). Lengths in characters. */
export const TEXT_LENGTH = 4096
export const CAPTION_LENGTH = 1024
export const INTERACTIVE_LENGTH = 1024
export const FOOTER_LENGTH = 60
export const BUTTONS = 3
export const BUTTON_LENGTH = 20
export const BUTTON_ID_LENGTH = 256
export const LIST_ROWS = 10
export const LIST_OPEN_LENGTH = 20
export const ROW_LENGTH = 24
export const ROW_ID_LENGTH = 200
export const ROW_DESCRIPTION_LENGTH = 72
export const SECTION_LENGTH = 24
export const CARDS = 10
export const CARD_LENGTH = 160

const KB = 1024
const MB = 1024 * KB
export const IMAGE_BYTES = 5 * MB
export const VIDEO_BYTES = 16 * MB
export const AUDIO_BYTES = 16 * MB
export const DOCUMENT_BYTES = 100 * MB
export const STICKER_BYTES = 500 * KB
export const TOTAL_BYTES = 100 * MB
/** Customers' files may be larger than those that businesses send. */
export const DOWNLOAD_BYTES = 100 * MB
/** A browser-driven gateway takes files as base64 text; more than this makes it fail. */
export const GATEWAY_BYTES = 16 * MB

export const IMAGE_TYPES = ['image/jpeg', 'image/png']
export const VIDEO_TYPES = ['video/mp4', 'video/3gpp']
export const AUDIO_TYPES = ['audio/mpeg', 'audio/aac', 'audio/amr', 'audio/mp4', 'audio/ogg']
export const VOICE_TYPES = ['audio/ogg']
export const STICKER_TYPES = ['image/webp']

/** How long calls may take, in milliseconds. */
export const UPLOAD_MS = 50_000
export const DOWNLOAD_MS = 300_000
export const GATEWAY_MS = 30_000
