import { createCipheriv, createDecipheriv, createHash, createHmac, type Hash, timingSafeEqual } from 'node:crypto'
import { getMediaKeys } from '@whiskeysockets/baileys'
import type { FileType } from '../receive/media-ref.ts'

const MAC_LENGTH = 10

/** AES-256-CBC with a MAC of ten bytes behind it, keys derived from the message's media key. */
export interface SealedFile {
  sha256: Buffer
  sealedSha256: Buffer
  length: number
}

/** Seals chunk by chunk; `onEnd` learns the sums, which WhatsApp wants to know before it takes the file. */
export async function* seal(
  plain: AsyncIterable<Uint8Array>,
  key: Uint8Array,
  type: FileType,
  onEnd: (sums: SealedFile) => void = () => undefined,
): AsyncGenerator<Uint8Array> {
  const { cipherKey, iv, macKey = new Uint8Array() } = await getMediaKeys(key, type)
  const cipher = createCipheriv('aes-256-cbc', cipherKey, iv)
  const mac = createHmac('sha256', macKey).update(iv)
  const [sha256, sealedSha256] = [createHash('sha256'), createHash('sha256')]
  let length = 0
  const out = (chunk: Buffer) => {
    mac.update(chunk)
    sealedSha256.update(chunk)
    return chunk
  }
  for await (const chunk of plain) {
    length += chunk.length
    sha256.update(chunk)
    yield out(cipher.update(chunk))
  }
  yield out(cipher.final())
  const end = mac.digest().subarray(0, MAC_LENGTH)
  sealedSha256.update(end)
  yield end
  onEnd({ sha256: sha256.digest(), sealedSha256: sealedSha256.digest(), length })
}

/** Opens a sealed file; fails at its end when it is not what the sender sealed. @throws RangeError */
export async function* unseal(
  sealed: AsyncIterable<Uint8Array>,
  key: Uint8Array,
  type: FileType,
  sha256: string | undefined,
): AsyncGenerator<Uint8Array> {
  const { cipherKey, iv, macKey = new Uint8Array() } = await getMediaKeys(key, type)
  const cipher = createDecipheriv('aes-256-cbc', cipherKey, iv)
  const mac = createHmac('sha256', macKey).update(iv)
  const sum = createHash('sha256')
  let held: Buffer = Buffer.alloc(0)
  for await (const chunk of sealed) {
    const whole = Buffer.concat([held, chunk])
    const body = whole.subarray(0, Math.max(0, whole.length - MAC_LENGTH))
    held = whole.subarray(body.length)
    mac.update(body)
    yield opened(cipher.update(body), sum)
  }
  const expected = mac.digest().subarray(0, MAC_LENGTH)
  if (held.length !== MAC_LENGTH || !timingSafeEqual(held, expected)) throw new RangeError('the file is damaged')
  yield opened(cipher.final(), sum)
  if (sha256 && sum.digest('base64') !== sha256) throw new RangeError('the file is another one')
}

function opened(chunk: Buffer, sum: Hash): Buffer {
  sum.update(chunk)
  return chunk
}
