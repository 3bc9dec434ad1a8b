import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { getMediaKeys } from '@whiskeysockets/baileys'
import type { World } from './model.ts'

type FileType = 'image' | 'video' | 'audio' | 'document' | 'sticker'

/** What the message of a file says of it. */
export interface FilePart {
  url: string
  directPath: string
  mediaKey: Uint8Array
  fileSha256: Uint8Array
  fileEncSha256: Uint8Array
  fileLength: number
}

/** A person's phone puts a file up; the answer is what its message says. */
export async function putUp(world: World, bytes: Uint8Array, type: FileType): Promise<FilePart> {
  const mediaKey = randomBytes(32)
  const { cipherKey, iv, macKey = new Uint8Array() } = await getMediaKeys(mediaKey, type)
  const cipher = createCipheriv('aes-256-cbc', cipherKey, iv)
  const body = Buffer.concat([cipher.update(bytes), cipher.final()])
  const sealed = Buffer.concat([body, createHmac('sha256', macKey).update(iv).update(body).digest().subarray(0, 10)])
  const directPath = `/v/${randomBytes(12).toString('hex')}`
  world.files.set(directPath, sealed)
  return {
    url: `https://mmg.whatsapp.net${directPath}`,
    directPath,
    mediaKey,
    fileSha256: sum(bytes),
    fileEncSha256: sum(sealed),
    fileLength: bytes.length,
  }
}

/** A person opens a file that the product sent; throws when a phone would. */
export async function opened(
  world: World,
  part: {
    directPath?: string | null
    mediaKey?: Uint8Array | null
    fileSha256?: Uint8Array | null
    fileEncSha256?: Uint8Array | null
  },
  type: FileType,
): Promise<Buffer> {
  const sealed = world.files.get(part.directPath ?? '')
  if (!sealed) throw new Error('the file is not there')
  if (!sum(sealed).equals(Buffer.from(part.fileEncSha256 ?? []))) throw new Error('another file was uploaded')
  const { cipherKey, iv, macKey = new Uint8Array() } = await getMediaKeys(part.mediaKey, type)
  const body = sealed.subarray(0, -10)
  const mac = createHmac('sha256', macKey).update(iv).update(body).digest().subarray(0, 10)
  if (!mac.equals(sealed.subarray(-10))) throw new Error('the file is damaged')
  const cipher = createDecipheriv('aes-256-cbc', cipherKey, iv)
  const plain = Buffer.concat([cipher.update(body), cipher.final()])
  if (!sum(plain).equals(Buffer.from(part.fileSha256 ?? []))) throw new Error('the sum is wrong')
  return plain
}

const sum = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()
