import { Curve, proto, WA_CERT_DETAILS } from '@whiskeysockets/baileys'

const root = Curve.generateKeyPair()
const intermediate = Curve.generateKeyPair()

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
