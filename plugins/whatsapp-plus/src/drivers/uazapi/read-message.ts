import { type Loose, millis, parse, record, text } from '@recado/loose-json'
import { isGroupId } from '@recado/whatsapp-ids'
import { choice } from '../../receive/content.ts'
import { readContext } from '../../receive/context.ts'
import type { Envelope } from '../../receive/envelope.ts'
import { bodyText, emojiOf, flagOf, idText, inner, textOf } from '../../receive/fields.ts'
import { NOTHING, type Reader, type Reading, readProto, type Told } from '../../receive/proto.ts'
import { ownTrackId } from './tracking.ts'

export interface Around {
  /** `chat` of the delivery. */
  chat: Loose
  /** Number of the account, in digits. */
  owner: string | undefined
  reader: Reader
  now: number
  isHistory?: boolean
}

/** A `message` of uazapi (webhook, `/message/find`); null when it has no id or no conversation. */
export function readMessage(message: Loose, { chat, owner, reader, now, isHistory }: Around): Envelope | null {
  const id = messageId(message)
  const chatId = textOf(message, 'chatid') ?? textOf(chat, 'wa_chatid')
  if (!id || !chatId) return null
  const isFromMe = flagOf(message, 'fromMe')
  const isGroup = isGroupId(chatId) || flagOf(message, 'isGroup')
  const trackId = flagOf(message, 'wasSentByApi') ? ownTrackId(message) : undefined
  const own = owner ? `${owner}@s.whatsapp.net` : undefined
  return {
    id,
    isFromMe,
    isGroup,
    // Whichever of the two the message is told under, the other one belongs to the same person.
    chat: isGroup
      ? [chatId]
      : [chatId, textOf(message, 'chatlid'), textOf(chat, 'wa_chatid'), textOf(chat, 'wa_chatlid')],
    chatName: nameOf(message, chat, isGroup),
    sender: isFromMe ? [own] : [textOf(message, 'sender_pn'), textOf(message, 'sender_lid'), textOf(message, 'sender')],
    senderName: isFromMe ? undefined : textOf(message, 'senderName'),
    at: millis(message.messageTimestamp, now),
    told: tell(message, id, reader),
    trackId,
    ...(isHistory ? { isHistory } : {}),
  }
}

/** Without the owner's number that stands before it in `id`. */
export const messageId = (message: Loose): string | undefined =>
  idText(textOf(message, 'messageid')) ?? idText(textOf(message, 'id')?.replace(/^\d+:/, ''))

function nameOf(message: Loose, chat: Loose, isGroup: boolean): string | undefined {
  const group = textOf(message, 'groupName')
  if (isGroup && group && group !== 'Unknown') return group
  return textOf(chat, 'wa_contactName', 'wa_name', 'name', 'lead_name')
}

/** In this order: what an edit, a reaction and a tap carry beside themselves looks like a message too. */
function tell(message: Loose, id: string, reader: Reader): Told {
  const { told, context } = readBody(message, id, reader)
  const edited = idText(textOf(message, 'edited'))
  if (edited)
    return { reading: told.kind === 'content' ? { ...told, kind: 'edit', target: edited } : told, context: {} }
  const type = textOf(message, 'messageType') ?? ''
  if (type === 'ReactionMessage') {
    const target = idText(textOf(message, 'reaction'))
    const removed: Reading = target ? { kind: 'reaction', target, emoji: emojiOf(message.text) } : told
    return { reading: removed, context: {} }
  }
  const quoted = idText(textOf(message, 'quoted'))
  const answers = { ...context, ...(quoted ? { replyTo: quoted } : {}) }
  const vote = textOf(message, 'vote')
  if (type === 'PollUpdateMessage') return tapped(vote, vote, told, answers)
  const tap = textOf(message, 'buttonOrListid')
  if (!tap) return { reading: told, context: answers }
  const content = contentOf(message)
  const title = textOf(content, 'title', 'selectedDisplayText') ?? vote ?? textOf(message, 'text')
  return tapped(tap, title, told, answers)
}

function tapped(id: string | undefined, words: string | undefined, otherwise: Reading, context: Told['context']): Told {
  const content = choice(id, words)
  return { reading: content ? { kind: 'content', content } : otherwise, context }
}

/** `content` is the inner object of the type that `messageType` names, or just the words of a Conversation. */
function readBody(message: Loose, id: string, reader: Reader): { told: Reading; context: Told['context'] } {
  const type = textOf(message, 'messageType') ?? ''
  const words = text(message.text)
  const content = contentOf(message)
  const own: Reader = { ...reader, ref: () => `message:${id}` }
  const name = type === '' ? '' : type[0]?.toLowerCase() + type.slice(1)
  const isText = /^(conversation|extendedTextMessage)?$/i.test(name)
  if (isText) {
    const said =
      words ?? textOf(content, 'text') ?? (typeof message.content === 'string' ? text(message.content) : undefined)
    if (!said) return { told: NOTHING, context: {} }
    const { reading } = readProto({ extendedTextMessage: { ...content, text: bodyText(said) } }, own)
    return { told: reading, context: readContext(inner(content, 'contextInfo')) }
  }
  const captioned = words && /^(image|video|document|ptv)Message$/i.test(name) ? { caption: words } : {}
  // Of some types it is the whole message, with the type inside.
  const isWhole = Object.keys(inner(content, name)).length > 0
  const { reading, context } = readProto(isWhole ? content : { [name]: { ...content, ...captioned } }, own)
  return { told: reading, context }
}

/** Some versions hand the object over as JSON text. */
function contentOf(message: Loose): Loose {
  const { content } = message
  return record(typeof content === 'string' && content.startsWith('{') ? parse(content) : content)
}
