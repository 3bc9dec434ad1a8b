import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** What is derived from one installation key (`RECADO_SECRET_KEY`). The key itself is never handed out. */
export interface Keys {
  /** Names the key without telling anything about it; stored beside what it wrapped. */
  readonly id: string
  /** 32 bytes for one purpose (HKDF-SHA256): the keys of two purposes cannot stand in for each other. */
  derive(purpose: string): Buffer
  /** Encrypts a data key; `context` says whose it is and must be the same again in `unwrap`. */
  wrap(plain: Buffer, context: string): Buffer
  /** @throws CryptoError when the bytes, the context or the key are not the ones of `wrap` */
  unwrap(wrapped: Buffer, context: string): Buffer
}

/** Something sealed cannot be read: altered, moved to another place, or sealed under a key that is not here. */
export class CryptoError extends Error {
  override readonly name = 'CryptoError'
}

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** @throws CryptoError when the text is not at least 32 bytes of base64: the program must not start without a key. */
export function createKeys(secretKeyBase64: string): Keys {
  const secret = Buffer.from(secretKeyBase64, 'base64')
  if (secret.length < KEY_BYTES) throw new CryptoError('the installation key must be at least 32 bytes in base64')
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', secret, 'recado', new TextEncoder().encode(purpose), KEY_BYTES))
  const wrapping = derive('wrap data keys')
  return {
    id: derive('key id').toString('hex', 0, 8),
    derive,
    wrap: (plain, context) => encrypt(wrapping, plain, Buffer.from(context)),
    unwrap: (wrapped, context) => decrypt(wrapping, wrapped, Buffer.from(context)),
  }
}

/** AES-256-GCM: nonce, tag, then the encrypted bytes. */
export function encrypt(key: Buffer, plain: Buffer, aad: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(aad)
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

/** @throws CryptoError when a bit of the bytes, the key or the AAD differs */
export function decrypt(key: Buffer, sealed: Buffer, aad: Buffer): Buffer {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) throw new CryptoError('too short to be sealed')
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(aad)
    .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
  } catch (cause) {
    throw new CryptoError('cannot be opened', { cause })
  }
}
