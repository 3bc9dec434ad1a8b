const MB = 1024 * 1024

/** WhatsApp's own limits; the text's is what its clients take. */
export const TEXT_LENGTH = 65_536
export const MEDIA_BYTES = 16 * MB
export const DOCUMENT_BYTES = 64 * MB
export const STICKER_BYTES = 1 * MB
/** Of all files of one send. */
export const TOTAL_BYTES = 100 * MB

/**
 * Up to here a file travels inside the request, in base64. The gateway takes requests of 10 MB unless its
 * `MAX_ATTACHMENT_SIZE` says more; larger files are fetched by it from a signed address.
 */
export const INLINE_BYTES = 5 * MB
export const LINK_SECONDS = 15 * 60

export const EDIT_WITHIN_SECONDS = 15 * 60
export const REMOVE_WITHIN_SECONDS = 48 * 60 * 60

/** The gateway finds messages for replies, reactions, edits and files only among so many of a chat. */
export const REACH = 100

/** What one answer of the gateway may weigh: lists of chats and base64 files are large. */
export const ANSWER_BYTES = 100 * MB
