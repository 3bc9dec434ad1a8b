import { hkdfSync } from 'node:crypto'
import {
  aesDecryptGCM,
  aesEncryptGCM,
  Curve,
  type KeyPair,
  NOISE_MODE,
  NOISE_WA_HEADER,
  proto,
  sha256,
} from '@whiskeysockets/baileys'
import { certificateChain } from './certificate.ts'

const EMPTY = Buffer.alloc(0)

/** What a finished handshake leaves: the ciphers of both directions and who logs in. */
export interface Secured {
  encrypt(plain: Uint8Array): Buffer
  decrypt(cipher: Uint8Array): Buffer
  payload: proto.ClientPayload
}

/**
 * The server's side of Noise XX (25519, AES-GCM, SHA-256): takes the client's hello, gives the answer to it, and turns
 * the client's finish into ciphers.
 */
export function createHandshake() {
  const mode = Buffer.from(NOISE_MODE)
  let hash: Buffer = mode
  let salt: Buffer = mode
  let key: Buffer = mode
  let counter = 0
  const ephemeral = Curve.generateKeyPair()
  const own = Curve.generateKeyPair()

  const authenticate = (data: Uint8Array) => {
    hash = sha256(Buffer.concat([hash, data]))
  }
  const mix = (secret: Uint8Array) => {
    const [first, second] = expand(secret, salt)
    salt = first
    key = second
    counter = 0
  }
  const encrypt = (plain: Uint8Array) => {
    const sealed = aesEncryptGCM(plain, key, nonce(counter), hash)
    counter += 1
    authenticate(sealed)
    return sealed
  }
  const decrypt = (sealed: Uint8Array) => {
    const plain = aesDecryptGCM(sealed, key, nonce(counter), hash)
    counter += 1
    authenticate(sealed)
    return plain
  }
  const shared = (pair: KeyPair, theirs: Uint8Array) => Curve.sharedKey(pair.private, theirs)

  authenticate(NOISE_WA_HEADER)
  return {
    hello(frame: Uint8Array): Uint8Array {
      const theirs = bytes(proto.HandshakeMessage.decode(frame).clientHello?.ephemeral)
      authenticate(theirs)
      authenticate(ephemeral.public)
      mix(shared(ephemeral, theirs))
      const sealedKey = encrypt(own.public)
      mix(shared(own, theirs))
      const payload = encrypt(certificateChain(own.public))
      return proto.HandshakeMessage.encode({
        serverHello: { ephemeral: ephemeral.public, static: sealedKey, payload },
      }).finish()
    },
    finish(frame: Uint8Array): Secured {
      const { clientFinish } = proto.HandshakeMessage.decode(frame)
      mix(shared(ephemeral, decrypt(bytes(clientFinish?.static))))
      const payload = proto.ClientPayload.decode(decrypt(bytes(clientFinish?.payload)))
      const [incoming, outgoing] = expand(EMPTY, salt)
      let read = 0
      let written = 0
      return {
        payload,
        encrypt: (plain) => aesEncryptGCM(plain, outgoing, nonce(written++), EMPTY),
        decrypt: (cipher) => aesDecryptGCM(cipher, incoming, nonce(read++), EMPTY),
      }
    },
  }
}

function expand(secret: Uint8Array, salt: Uint8Array): [Buffer, Buffer] {
  const whole = Buffer.from(hkdfSync('sha256', secret, salt, '', 64))
  return [whole.subarray(0, 32), whole.subarray(32)]
}

function nonce(counter: number): Buffer {
  const iv = Buffer.alloc(12)
  iv.writeUInt32BE(counter, 8)
  return iv
}

function bytes(value: Uint8Array | null | undefined): Uint8Array {
  if (!value) throw new Error('the handshake lacks a part')
  return value
}
