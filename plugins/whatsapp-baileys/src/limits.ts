/** Limits of WhatsApp on a linked device; sizes in bytes. */
export const TEXT_LENGTH = 65_536

const MB = 1024 * 1024
export const IMAGE_BYTES = 16 * MB
export const VIDEO_BYTES = 64 * MB
export const AUDIO_BYTES = 16 * MB
export const DOCUMENT_BYTES = 100 * MB
export const STICKER_BYTES = 1 * MB
/** Largest file that is fetched from a customer. */
export const DOWNLOAD_BYTES = 200 * MB

export const EDIT_WITHIN_SECONDS = 15 * 60
export const REMOVE_WITHIN_SECONDS = 48 * 60 * 60
/** Sent messages are kept this long, so that phones which could not read one can have it again. */
export const KEEP_SENT_DAYS = 30
