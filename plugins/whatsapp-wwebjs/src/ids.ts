import { flag, type Loose, record, text } from '@recado/loose-json'
import { type Address, type InstanceContext, type MessageTarget, PluginError } from '@recado/sdk'
import { idOf, isGroupId, PHONE, phoneDigits } from '@recado/whatsapp-ids'

/** Ids that this product makes, `t<tenant>-c<channel>`; nobody may type in that of another channel. */
const OWN_FORM = /^t\d+-c\d+$/

export const defaultSessionId = ({ id, tenantId }: InstanceContext['instance']): string =>
  `t${tenantId}-c${id.replace(/^channel:/, '').replace(/[^\w-]/g, '-')}`

/** @throws PluginError MISCONFIGURED for the id of another channel of this product */
export function sessionIdOf(ctx: Pick<InstanceContext, 'instance' | 't'>, typed: string | undefined): string {
  const own = defaultSessionId(ctx.instance)
  const given = typed?.trim() || own
  if (given !== own && OWN_FORM.test(given)) {
    throw new PluginError('MISCONFIGURED', { field: 'sessionId', detail: ctx.t('error.sessionId') })
  }
  return given
}

/**
 * Canonical form of what an agent types: a phone's digits.
 * @throws PluginError RECIPIENT_INVALID
 */
export function normalisePhone(raw: string): string {
  try {
    return phoneDigits(raw)
  } catch (error) {
    throw new PluginError('RECIPIENT_INVALID', { detail: 'not a phone number', cause: error })
  }
}

/** The gateway's spelling of an address. */
export function chatIdOf(address: Address): string {
  const id = idOf(address.kind === PHONE ? { ...address, value: normalisePhone(address.value) } : address, 'c.us')
  if (!id) throw new PluginError('RECIPIENT_INVALID', { detail: `no address of WhatsApp: ${address.kind}` })
  return id
}

/** An id of WhatsApp, which comes as text or as `{ _serialized }` or `{ user, server }`. */
export function widOf(value: unknown): string | undefined {
  const plain = text(value)
  if (plain) return plain
  const { _serialized, user, server } = record(value)
  const whole = text(_serialized)
  if (whole) return whole
  const name = text(user)
  return name && text(server) ? `${name}@${text(server)}` : undefined
}

/** What names a message at WhatsApp: `{ fromMe, remote, id, participant?, _serialized }`. */
export interface MessageId {
  /** WhatsApp's own id, which the gateway searches for. */
  id: string
  fromMe: boolean
  chatId: string | undefined
  participant: string | undefined
}

/** Also reads the serialised form, `true_5511…@c.us_3EB0…` with the participant behind it in groups. */
export function messageIdOf(value: unknown, message: Loose = {}): MessageId | undefined {
  const parts = typeof value === 'string' ? { _serialized: value } : record(value)
  const serialised = text(parts._serialized)
  const [own, chat, bare, participant] = serialised?.split('_') ?? []
  const id = text(parts.id) ?? bare
  if (!id) return undefined
  const told = parts.fromMe ?? message.fromMe
  return {
    id,
    fromMe: told === undefined || told === null ? own === 'true' : flag(told),
    chatId: widOf(parts.remote) ?? chat,
    participant: widOf(parts.participant) ?? participant,
  }
}

/**
 * The dedupe key. The other side of a private chat is left out: the same message is told now under the phone, now under
 * the LID. A group has one id only and stays in, so that nobody can name its messages from outside.
 */
export function messageKey({ id, fromMe, chatId }: MessageId): string {
  const group = chatId && isGroupId(chatId) ? `${chatId}_` : ''
  return `${fromMe}_${group}${id}`.slice(0, 512)
}

/** Behind the key of a message that took the place of its placeholder. */
export const AGAIN = ':read'

/** WhatsApp's own id in a key. */
export const bareId = (externalId: string): string => externalId.replace(AGAIN, '').split('_').at(-1) ?? externalId

/** How the gateway is told which message is meant. */
export const placeOf = (target: Pick<MessageTarget, 'chat' | 'externalId'>) => ({
  chatId: chatIdOf(target.chat),
  messageId: bareId(target.externalId),
})
