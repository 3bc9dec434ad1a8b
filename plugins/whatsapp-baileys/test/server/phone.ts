import { hkdfSync, randomBytes } from 'node:crypto'
import { aesDecryptGCM, aesEncryptGCM, type BinaryNode, proto } from '@whiskeysockets/baileys'
import type { World } from './model.ts'
import { bytesOf, child, node } from './nodes.ts'

/** The owner's phone puts a file up again when it is asked to and online; it knows it by the key of the request. */
export async function uploadAgain(world: World, request: BinaryNode): Promise<BinaryNode | null> {
  if (!world.isPhoneOnline) return null
  const { id = '' } = request.attrs
  const rmr = child(request, 'rmr')
  const encrypted = child(request, 'encrypt')
  const found = [...world.expired].find(([key]) => isFor(key, encrypted, id))
  if (!found) return answer(id, rmr, [node('error', { code: 2 })])
  const [key, bytes] = found
  const path = `/v/again-${randomBytes(8).toString('hex')}`
  world.files.set(path, bytes)
  const { SUCCESS } = proto.MediaRetryNotification.ResultType
  const plain = proto.MediaRetryNotification.encode({ stanzaId: id, directPath: path, result: SUCCESS }).finish()
  const iv = randomBytes(12)
  const sealed = aesEncryptGCM(plain, retryKey(key), iv, Buffer.from(id))
  return answer(id, rmr, [node('encrypt', {}, [node('enc_p', {}, sealed), node('enc_iv', {}, iv)])])
}

const answer = (id: string, rmr: BinaryNode | undefined, parts: BinaryNode[]): BinaryNode =>
  node('notification', { id, type: 'mediaretry', from: rmr?.attrs.jid, t: 1 }, [...parts, node('rmr', rmr?.attrs)])

function isFor(key: string, encrypted: BinaryNode | undefined, id: string): boolean {
  try {
    aesDecryptGCM(
      bytesOf(child(encrypted, 'enc_p')),
      retryKey(key),
      bytesOf(child(encrypted, 'enc_iv')),
      Buffer.from(id),
    )
    return true
  } catch {
    return false
  }
}

const retryKey = (key: string): Buffer =>
  Buffer.from(hkdfSync('sha256', Buffer.from(key, 'base64'), Buffer.alloc(0), 'WhatsApp Media Retry Notification', 32))
