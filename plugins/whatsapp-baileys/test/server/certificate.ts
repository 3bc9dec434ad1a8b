import { createHash, createPrivateKey, createPublicKey } from 'node:crypto'
import { Curve, proto, WA_CERT_DETAILS } from '@whiskeysockets/baileys'

// The same in every process, so that a program of its own can trust a stand-in elsewhere (`trust.ts`).
const root = keyPair(createHash('sha256').update('root of the WhatsApp stand-in').digest())
const intermediate = Curve.generateKeyPair()

/** X25519 keys of 32 bytes of chance. */
function keyPair(secret: Buffer): { private: Uint8Array; public: Uint8Array } {
  const header = Buffer.from('302e020100300506032b656e04220420', 'hex')
  const key = createPrivateKey({ key: Buffer.concat([header, secret]), format: 'der', type: 'pkcs8' })
  return { private: secret, public: createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32) }
}

/** Makes the library of this process trust our root in place of WhatsApp's. */
export function trustOurRoot(): void {
  WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(root.public)
}

/** Proves the server's key: leaf below an intermediate below the root. */
export function certificateChain(key: Uint8Array): Uint8Array {
  const { Details } = proto.CertChain.NoiseCertificate
  const above = Details.encode({ serial: 1, issuerSerial: WA_CERT_DETAILS.SERIAL, key: intermediate.public }).finish()
  const leaf = Details.encode({ serial: 2, issuerSerial: 1, key }).finish()
  return proto.CertChain.encode({
    intermediate: { details: above, signature: Curve.sign(root.private, above) },
    leaf: { details: leaf, signature: Curve.sign(intermediate.private, leaf) },
  }).finish()
}
