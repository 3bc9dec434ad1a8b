import type { WAMessageKey } from '@whiskeysockets/baileys'

/** The library's names for what a file is; the keys of its encryption depend on it. */
export type FileType = 'image' | 'video' | 'audio' | 'document' | 'sticker'

/** Everything that is needed to fetch and decrypt a file later. */
export interface FileRef {
  type: FileType
  path: string
  key: string
  /** SHA-256 of the plain file, Base64. */
  sha256: string | undefined
  mimeType: string | undefined
  message: WAMessageKey
}

type Packed = [FileType, string, string, string, string, string, string, 0 | 1, string]

/** A file as the host's handle; it is stored with the message and never leaves the server. */
export function packRef({ type, path, key, sha256, mimeType, message }: FileRef): string {
  const { remoteJid, id, fromMe, participant } = message
  const packed: Packed = [
    type,
    path,
    key,
    sha256 ?? '',
    mimeType ?? '',
    remoteJid ?? '',
    id ?? '',
    fromMe ? 1 : 0,
    participant ?? '',
  ]
  return `file:${Buffer.from(JSON.stringify(packed)).toString('base64url')}`
}

/** Null for handles that are none of ours. */
export function unpackRef(ref: string): FileRef | null {
  if (!ref.startsWith('file:')) return null
  try {
    const packed = JSON.parse(Buffer.from(ref.slice(5), 'base64url').toString()) as Packed
    if (!Array.isArray(packed) || packed.length !== 9) return null
    const [type, path, key, sha256, mimeType, remoteJid, id, fromMe, participant] = packed
    if (!['image', 'video', 'audio', 'document', 'sticker'].includes(type) || !path.startsWith('/')) return null
    return {
      type,
      path,
      key,
      sha256: sha256 || undefined,
      mimeType: mimeType || undefined,
      message: { remoteJid, id, fromMe: fromMe === 1, ...(participant ? { participant } : {}) },
    }
  } catch {
    return null
  }
}
