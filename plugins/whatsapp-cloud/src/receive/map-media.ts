import { number, record, text } from '@recado/loose-json'
import { type Content, MAX_TEXT, type MediaKind } from '@recado/sdk'
import { defined } from '../defined.ts'
import { type Translate, words } from './words.ts'

/** Types of message that are files, and the kind that we know them as. */
const KINDS: Readonly<Record<string, MediaKind>> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  voice: 'voice',
  document: 'document',
  sticker: 'sticker',
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'text/plain': 'txt',
  'text/csv': 'csv',
  'application/msword': 'doc',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
}

/**
 * A file of a message, by its id: addresses that come along expire within minutes, ids within a week. Undefined when
 * the type is no file or the id is missing.
 */
export function mediaOf(type: string, payload: unknown, t: Translate): Content | undefined {
  const kind = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined
  const file = record(payload)
  const ref = words(file.id, 2048)
  if (!kind || !ref) return undefined
  const mimeType = words(file.mime_type, 255)
  const isDocument = kind === 'document'
  const size = number(file.file_size)
  return {
    type: 'media',
    kind: kind === 'audio' && file.voice === true ? 'voice' : kind,
    media: {
      ref,
      ...defined({
        mimeType,
        fileName: words(file.filename, 255) ?? (isDocument ? unnamed(mimeType, t) : undefined),
        size: size !== undefined && Number.isInteger(size) && size >= 0 ? size : undefined,
      }),
    },
    ...defined({ text: text(file.caption) ? words(file.caption, MAX_TEXT) : undefined }),
  }
}

function unnamed(mimeType: string | undefined, t: Translate): string {
  const extension = EXTENSIONS[(mimeType ?? '').split(';', 1)[0] ?? '']
  return extension ? `${t('file.unnamed')}.${extension}` : t('file.unnamed')
}
