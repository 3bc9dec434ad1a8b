import { type BinaryNode, proto } from '@whiskeysockets/baileys'
import type { Device, Group } from './model.ts'
import { node } from './nodes.ts'
import type { Person } from './person.ts'

/** How a message of a person reaches the device. */
export interface Delivery {
  id: string
  /** Epoch seconds. */
  at: number
  group?: Group
  /** How the sender is named; `both` names phone and LID, as WhatsApp mostly does. */
  addressing?: 'pn' | 'lid' | 'both-pn' | 'both-lid'
  /** Bytes that nobody can read. */
  isBroken?: boolean
  /** Without encryption, as some stanzas of groups are. */
  isPlain?: boolean
  /** Which try of the sender it is. */
  count?: number
  /** The content stayed on the phone: to be viewed once. */
  isViewOnce?: boolean
  /** Written on the owner's phone to this person. */
  writtenTo?: Person
}

export async function messageStanza(
  device: Device,
  from: Person,
  content: proto.IMessage,
  delivery: Delivery,
): Promise<BinaryNode> {
  const common = { id: delivery.id, t: delivery.at, notify: from.name, type: 'text' }
  const names = delivery.group
    ? { from: delivery.group.jid, ...participantNames(from, delivery) }
    : { ...senderNames(from, delivery), recipient: delivery.writtenTo?.pnJid }
  return node('message', { ...common, ...names }, await parts(device, from, content, delivery))
}

async function parts(device: Device, from: Person, given: proto.IMessage, delivery: Delivery): Promise<BinaryNode[]> {
  const to = delivery.writtenTo
  const content = to ? { deviceSentMessage: { destinationJid: to.pnJid, message: given } } : given
  if (delivery.isViewOnce) return [node('unavailable', { type: 'view_once' })]
  if (delivery.isPlain) return [node('plaintext', {}, proto.Message.encode(content).finish())]
  if (delivery.isBroken) return [node('enc', { v: 2, type: 'msg' }, Buffer.from('33'.repeat(40), 'hex'))]
  const bundle = { ...device.bundle, ...firstPreKey(device) }
  if (!delivery.group) {
    const { type, ciphertext } = await from.encrypt(device.jid, bundle, content)
    return [node('enc', { v: 2, type, count: delivery.count }, ciphertext)]
  }
  const group = await from.encryptForGroup(delivery.group.jid, content)
  const key = await from.encrypt(device.jid, bundle, {
    senderKeyDistributionMessage: {
      groupId: delivery.group.jid,
      axolotlSenderKeyDistributionMessage: group.distribution,
    },
  })
  return [
    node('enc', { v: 2, type: key.type, count: delivery.count }, key.ciphertext),
    node('enc', { v: 2, type: 'skmsg' }, group.ciphertext),
  ]
}

function firstPreKey(device: Device) {
  const preKey = device.preKeys.shift()
  return preKey ? { preKey } : {}
}

function senderNames({ pnJid, lidJid }: Person, { addressing = 'both-pn' }: Delivery) {
  if (addressing === 'pn') return { from: pnJid }
  if (addressing === 'lid') return { from: lidJid, addressing_mode: 'lid' }
  return addressing === 'both-pn'
    ? { from: pnJid, sender_lid: lidJid }
    : { from: lidJid, sender_pn: pnJid, addressing_mode: 'lid' }
}

function participantNames({ pnJid, lidJid }: Person, { addressing = 'both-lid' }: Delivery) {
  if (addressing === 'lid') return { participant: lidJid, addressing_mode: 'lid' }
  if (addressing === 'pn') return { participant: pnJid, addressing_mode: 'pn' }
  return { participant: lidJid, participant_pn: pnJid, addressing_mode: 'lid' }
}
