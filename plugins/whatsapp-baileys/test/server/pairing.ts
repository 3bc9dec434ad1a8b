import { createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import {
  aesDecryptGCM,
  aesEncryptCTR,
  type BinaryNode,
  Curve,
  derivePairingCodeKey,
  hmacSign,
  proto,
  WA_ADV_ACCOUNT_SIG_PREFIX,
} from '@whiskeysockets/baileys'
import type { Device, World } from './model.ts'
import { bytesOf, child, node } from './nodes.ts'

/** Signs linked devices, as the owner's phone does. */
const account = Curve.generateKeyPair()

/** The parts of the text behind a QR code. */
export function partsOfQr(text: string): { ref: string; identity: Buffer; secret: Buffer } {
  const [ref = '', , identity = '', secret = ''] = text.slice(text.indexOf('#') + 1).split(',')
  return { ref, identity: Buffer.from(identity, 'base64'), secret: Buffer.from(secret, 'base64') }
}

/** The stanza that tells a device that the phone took it in; `secret` came with the QR code or the pairing code. */
export function pairSuccess(world: World, device: Device, secret: Uint8Array): BinaryNode {
  const details = proto.ADVDeviceIdentity.encode({
    rawId: 1,
    timestamp: 1_700_000_000,
    keyIndex: device.number,
  }).finish()
  const identity = device.bundle.identityKey.subarray(1)
  const signed = proto.ADVSignedDeviceIdentity.encode({
    details,
    accountSignatureKey: account.public,
    accountSignature: Curve.sign(account.private, Buffer.concat([WA_ADV_ACCOUNT_SIG_PREFIX, details, identity])),
  }).finish()
  const proof = proto.ADVSignedDeviceIdentityHMAC.encode({ details: signed, hmac: hmacSign(signed, secret) }).finish()
  return node('iq', { id: `pair-${device.number}`, type: 'set', from: '@s.whatsapp.net', xmlns: 'md' }, [
    node('pair-success', {}, [
      node('device-identity', {}, proof),
      node('biz', { name: world.owner.name }),
      node('device', { jid: device.jid, lid: device.lid }),
      node('platform', { name: 'android' }),
    ]),
  ])
}

/** The phone's half of pairing by code: the person typed the code that the device shows. */
export async function createCodePairing(code: string, hello: BinaryNode) {
  const wrapped = bytesOf(child(hello, 'link_code_pairing_wrapped_companion_ephemeral_pub'))
  const key = await derivePairingCodeKey(code, wrapped.subarray(0, 32))
  const cipher = createDecipheriv('aes-256-ctr', key, wrapped.subarray(32, 48))
  const theirs = Buffer.concat([cipher.update(wrapped.subarray(48)), cipher.final()])
  const ephemeral = Curve.generateKeyPair()
  const shared = Curve.sharedKey(ephemeral.private, theirs)

  const salt = randomBytes(32)
  const iv = randomBytes(16)
  const sealed = aesEncryptCTR(ephemeral.public, await derivePairingCodeKey(code, salt), iv)
  return {
    offer: node(
      'notification',
      { id: 'link-1', type: 'link_code_companion_reg', from: '@s.whatsapp.net', t: 1_700_000_000 },
      [
        node('link_code_companion_reg', { stage: 'primary_hello' }, [
          node('link_code_pairing_ref', {}, Buffer.from('ref-of-code')),
          node('primary_identity_pub', {}, account.public),
          node('link_code_pairing_wrapped_primary_ephemeral_pub', {}, Buffer.concat([salt, iv, sealed])),
        ]),
      ],
    ),
    /** The secret that both sides share after the device finished. Throws when the code was another one. */
    secretOf(finish: BinaryNode): Buffer {
      const bundle = bytesOf(child(finish, 'link_code_pairing_wrapped_key_bundle'))
      const info = 'link_code_pairing_key_bundle_encryption_key'
      const bundleKey = Buffer.from(hkdfSync('sha256', shared, bundle.subarray(0, 32), info, 32))
      const plain = aesDecryptGCM(bundle.subarray(44), bundleKey, bundle.subarray(32, 44), Buffer.alloc(0))
      const [identity, random] = [plain.subarray(0, 32), plain.subarray(64, 96)]
      const both = Buffer.concat([shared, Curve.sharedKey(account.private, identity), random])
      return Buffer.from(hkdfSync('sha256', both, Buffer.alloc(0), 'adv_secret', 32))
    },
  }
}
