import { type ContentOf, MAX_TEXT, type MediaKind } from '@recado/sdk'
import { clip, countOf, defined, numberOf, objectOf, objectsOf, type Raw, textOf } from './read.ts'
import { withLinks } from './text-links.ts'

type Media = ContentOf<'media'>

/** Fields of a message that hold one file each, with the kind they become and their type where none is stated. */
const FILES: [field: string, kind: MediaKind, mimeType?: string][] = [
  // A GIF comes with the same file as `document` for old clients; the first that matches is taken.
  ['animation', 'video', 'video/mp4'],
  ['video', 'video', 'video/mp4'],
  ['video_note', 'video', 'video/mp4'],
  ['voice', 'voice', 'audio/ogg'],
  ['audio', 'audio', 'audio/mpeg'],
  ['document', 'document'],
]

/** The file of a message; undefined when it carries none that can be fetched. */
export function mediaOf(message: Raw): Media | undefined {
  const caption = textOf(message.caption)
  const text = caption && clip(withLinks(caption, message.caption_entities), MAX_TEXT)
  const largest = largestPhoto(message.photo)
  if (largest) return fileOf('image', largest, 'image/jpeg', text)
  for (const [field, kind, mimeType] of FILES) {
    const media = fileOf(kind, objectOf(message[field]), mimeType, text)
    if (media) return media
  }
  return stickerOf(objectOf(message.sticker))
}

function fileOf(kind: MediaKind, file: Raw | undefined, otherType?: string, text?: string): Media | undefined {
  const ref = textOf(file?.file_id)
  if (!file || !ref || ref.length > 2048) return undefined
  const media = defined({
    ref,
    mimeType: textOf(file.mime_type, 255) ?? otherType,
    fileName: textOf(file.file_name, 255),
    size: countOf(file.file_size),
    durationSeconds: countOf(file.duration),
  })
  return { type: 'media', kind, media, ...defined({ text }) }
}

/** Each photo comes in several sizes; a size without dimensions counts by its bytes. */
function largestPhoto(photo: unknown): Raw | undefined {
  const area = (size: Raw) => (numberOf(size.width) ?? 0) * (numberOf(size.height) ?? 0)
  return objectsOf(photo)
    .filter((size) => textOf(size.file_id))
    .sort((a, b) => area(b) - area(a) || (numberOf(b.file_size) ?? 0) - (numberOf(a.file_size) ?? 0))[0]
}

/** Animated stickers (.tgs) and video stickers are shown by their still picture, as no browser plays the former. */
function stickerOf(sticker: Raw | undefined): Media | undefined {
  if (!sticker) return undefined
  const text = textOf(sticker.emoji)
  if (sticker.is_animated !== true && sticker.is_video !== true) return fileOf('sticker', sticker, 'image/webp', text)
  const still = fileOf('sticker', objectOf(sticker.thumbnail) ?? objectOf(sticker.thumb), 'image/webp', text)
  return still ?? (sticker.is_video === true ? fileOf('video', sticker, 'video/webm', text) : undefined)
}
