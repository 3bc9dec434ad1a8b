import type { BinaryNode, proto } from '@whiskeysockets/baileys'
import { personOf } from './answers.ts'
import type { Device, Sent, World } from './model.ts'
import { child, childrenOf } from './nodes.ts'
import type { Person } from './person.ts'

/** Decrypts a message of the device for everybody it was written to, as their phones would. */
export async function readMessage(world: World, device: Device, stanza: BinaryNode): Promise<Sent[]> {
  const { id = '', to = '' } = stanza.attrs
  const found: Sent[] = []
  const add = (reader: Person, content: proto.IMessage, isResend: boolean) =>
    found.push({ id, to, reader, content, attrs: stanza.attrs, isResend })

  for (const { attrs, content } of childrenOf(child(stanza, 'participants'), 'to')) {
    const reader = personOf(world, attrs.jid ?? '')
    const enc = Array.isArray(content) ? content.find(({ tag }) => tag === 'enc') : undefined
    if (!reader || !enc) continue
    const message = await reader.decrypt(device.jid, enc)
    const key = message.senderKeyDistributionMessage
    if (key) await reader.learnGroupKey(device.lid, key)
    else if (reader !== world.owner) add(reader, message, false)
  }

  const own = child(stanza, 'enc')
  const group = world.groups.find(({ jid }) => jid === to)
  if (own?.attrs.type === 'skmsg' && group) {
    for (const member of group.members) add(member, await member.decryptGroup(to, device.lid, own), false)
  } else if (own) {
    const reader = personOf(world, stanza.attrs.participant ?? to)
    if (reader && reader !== world.owner) add(reader, await reader.decrypt(device.jid, own), true)
  }
  return found
}
