import { type Content, MAX_TEXT, type MediaKind } from '@recado/sdk'
import type { proto, WAMessageKey } from '@whiskeysockets/baileys'
import { numberOf } from '../library/number.ts'
import { type FileType, packRef } from './media-ref.ts'
import { mapMentions } from './mentions.ts'

/** What the messages with a file have in common. */
interface FileMessage {
  directPath?: string | null
  url?: string | null
  mediaKey?: Uint8Array | null
  fileSha256?: Uint8Array | null
  fileLength?: unknown
  mimetype?: string | null
  caption?: string | null
  fileName?: string | null
  title?: string | null
  seconds?: number | null
  contextInfo?: proto.IContextInfo | null
}

export function mapFile(message: proto.IMessage, key: WAMessageKey): Content | null {
  const {
    imageMessage,
    videoMessage,
    ptvMessage,
    audioMessage,
    documentMessage,
    stickerMessage,
    lottieStickerMessage,
  } = message
  if (imageMessage) return file('image', 'image', imageMessage, key)
  if (videoMessage ?? ptvMessage) return file('video', 'video', videoMessage ?? ptvMessage ?? {}, key)
  if (audioMessage) return file(audioMessage.ptt ? 'voice' : 'audio', 'audio', audioMessage, key)
  if (documentMessage) return file('document', 'document', documentMessage, key)
  const sticker = stickerMessage ?? lottieStickerMessage?.message?.stickerMessage
  return sticker ? file('sticker', 'sticker', sticker, key) : null
}

function file(kind: MediaKind, type: FileType, given: FileMessage, message: WAMessageKey): Content {
  const size = numberOf(given.fileLength)
  const seconds = numberOf(given.seconds)
  const mimeType = given.mimetype?.slice(0, 255)
  const fileName = (given.fileName ?? given.title)?.replace(/[\\/\p{Cc}]/gu, '_').slice(0, 255)
  const text = given.caption?.slice(0, MAX_TEXT)
  return {
    type: 'media',
    kind,
    media: {
      ref: packRef({
        type,
        path: pathOf(given),
        key: Buffer.from(given.mediaKey ?? []).toString('base64'),
        sha256: given.fileSha256?.length ? Buffer.from(given.fileSha256).toString('base64') : undefined,
        mimeType,
        message,
      }),
      ...(mimeType ? { mimeType } : {}),
      ...(fileName ? { fileName } : {}),
      ...(size !== undefined && size >= 0 ? { size: Math.round(size) } : {}),
      ...(seconds !== undefined && seconds >= 0 ? { durationSeconds: seconds } : {}),
    },
    ...(text ? { text, ...mapMentions(text, given.contextInfo) } : {}),
  }
}

/** Where it lies on the file servers: always below them, whatever address the sender wrote. */
export function pathOf({ directPath, url }: Pick<FileMessage, 'directPath' | 'url'>): string {
  if (directPath?.startsWith('/')) return directPath.slice(0, 900)
  if (!url || !URL.canParse(url)) return '/'
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`.slice(0, 900)
}
