import { flag, record, records, text } from '@recado/loose-json'
import { type Address, type Content, type MessageTarget, type Party, PluginError } from '@recado/sdk'
import { addressOf } from '@recado/whatsapp-ids'
import { GatewayError, MESSAGE_GONE } from '../api/errors.ts'
import { chatIdOf, normalisePhone, placeOf, widOf } from '../ids.ts'
import { textPayload } from './payload.ts'
import type { Sending } from './send.ts'

/** Replaces the text of a message, or the caption of a file. */
export async function edit({ ctx, gateway }: Sending, target: MessageTarget, content: Content, signal: AbortSignal) {
  const payload = editable(content) ? textPayload(ctx, { ...content, type: 'text', text: content.text ?? '' }) : null
  if (!payload) throw new PluginError('UNSUPPORTED', { detail: ctx.t('error.unsupported', { type: content.type }) })
  const { content: words, options } = payload
  const answer = await gateway.post(
    'message/edit',
    { ...placeOf(target), content: words, ...(options ? { options } : {}) },
    { signal },
  )
  // Too old to be edited: the library says so by answering no message.
  if (answer.message === null) throw new PluginError('REJECTED', { detail: ctx.t('error.tooOld') })
}

const editable = (content: Content): content is Extract<Content, { type: 'text' | 'media' }> =>
  content.type === 'text' || content.type === 'media'

/** A message that is already gone is as gone as it should be. */
export async function remove({ gateway }: Sending, target: MessageTarget, signal: AbortSignal): Promise<void> {
  try {
    await gateway.post('message/delete', { ...placeOf(target), everyone: true }, { signal })
  } catch (error) {
    if (!(error instanceof GatewayError && error.says(MESSAGE_GONE))) throw error
  }
}

export async function react({ gateway }: Sending, target: MessageTarget, emoji: string | null, signal: AbortSignal) {
  await gateway.post('message/react', { ...placeOf(target), reaction: emoji ?? '' }, { signal })
}

/** Lasts for 25 seconds unless it is ended. */
export async function showTyping({ gateway }: Sending, chat: Address, on: boolean, signal: AbortSignal): Promise<void> {
  await gateway.post(on ? 'chat/sendStateTyping' : 'chat/clearState', { chatId: chatIdOf(chat) }, { signal })
}

export async function markRead({ gateway }: Sending, chat: Address, signal: AbortSignal): Promise<void> {
  await gateway.post('client/sendSeen', { chatId: chatIdOf(chat) }, { signal })
}

/** WhatsApp's own form of a number, which may lack the ninth digit of Brazilian mobiles. */
export async function checkAddress({ gateway }: Sending, raw: string, signal: AbortSignal): Promise<Address | null> {
  const number = normalisePhone(raw)
  const { result } = await gateway.post('client/getNumberId', { number }, { signal })
  return addressOf(widOf(result) ?? '')
}

export async function groupMembers({ gateway }: Sending, chat: Address, signal: AbortSignal) {
  const { chat: told } = await gateway.post('groupChat/getClassInfo', { chatId: chatIdOf(chat) }, { signal })
  const group = record(told)
  const participants = records(group.participants ?? record(group.groupMetadata).participants)
  return participants.flatMap((one): { party: Party; isAdmin: boolean }[] => {
    const address = addressOf(widOf(one.id) ?? '')
    return address ? [{ party: { addresses: [address] }, isAdmin: flag(one.isAdmin) || flag(one.isSuperAdmin) }] : []
  })
}

/** People of the phone's address book; strangers of common groups are left out. */
export async function* listContacts({ gateway, timing }: Sending, signal: AbortSignal): AsyncIterable<Party> {
  const { contacts } = await gateway.get('client/getContacts', { signal, timeoutMs: timing.fileMs })
  for (const one of records(contacts)) {
    const address = addressOf(widOf(one.id) ?? '')
    const name = text(one.name) ?? text(one.pushname) ?? text(one.verifiedName)
    if (!address || address.kind === 'wa-group' || flag(one.isMe) || !flag(one.isMyContact)) continue
    yield { addresses: [address], ...(name ? { name: name.slice(0, 255) } : {}) }
  }
}
