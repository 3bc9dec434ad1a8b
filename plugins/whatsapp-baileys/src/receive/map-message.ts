import type { Content, InboundEvent, InboundMessage, MessageOrigin } from '@recado/sdk'
import { addressOf, idOf } from '@recado/whatsapp-ids'
import { normalizeMessageContent, proto, type WAMessage, type WAMessageKey } from '@whiskeysockets/baileys'
import { isConversation, plainJid } from '../library/jids.ts'
import { millisecondsOf, numberOf } from '../library/number.ts'
import type { Groups } from './groups.ts'
import { inId, outId } from './ids.ts'
import { clip, mapContent, type T } from './map-content.ts'
import { addressesOfNames, type Names, type People, partyOf } from './people.ts'
import type { PollVotes } from './poll-votes.ts'

const { Type } = proto.Message.ProtocolMessage
const { StubType } = proto.WebMessageInfo

export interface Mapping {
  people: People
  groups: Groups
  /** Jids of this account, without device. */
  own(): readonly string[]
  /** What this account calls itself. */
  ownName(): string | undefined
  polls: PollVotes
  now(): number
  t: T
}

/** Where a message belongs and who wrote it. */
interface Place {
  chat: string
  isGroup: boolean
  fromMe: boolean
  id: string
  /** The other side of a private chat, or the writer in a group. */
  names: Names
  at: number
}

/** The events behind one message of the library, which must have been cleaned (`cleanMessage`). */
export async function mapMessage(mapping: Mapping, message: WAMessage, isHistory = false): Promise<InboundEvent[]> {
  const place = await placeOf(mapping, message)
  if (!place) return []
  const content = normalizeMessageContent(message.message ?? undefined)
  if (content?.reactionMessage) return mapReaction(mapping, place, content.reactionMessage)
  if (content?.protocolMessage) return mapChange(mapping, place, content.protocolMessage)
  if (content?.pollUpdateMessage) return mapVote(mapping, place, message, content.pollUpdateMessage, isHistory)
  return mapWritten(mapping, place, message, content, isHistory)
}

async function placeOf(
  { people, own, now }: Mapping,
  { key, messageTimestamp, participant }: WAMessage,
): Promise<Place | null> {
  const chat = plainJid(key.remoteJid)
  const { id } = key
  if (!chat || !id || !isConversation(key.remoteJid)) return null
  const isGroup = chat.endsWith('@g.us')
  const author = isGroup ? key.participant || participant : chat
  if (!author && !key.fromMe) return null
  const alt = isGroup ? key.participantAlt : key.remoteJidAlt
  // Of what was written on the owner's phone, the library takes the owner's other id for the customer's.
  const isOwnAlt = own().includes(plainJid(alt) ?? '') && !own().includes(author ?? '')
  const names = author ? await people.of(author, isOwnAlt ? null : alt) : {}
  return { chat, isGroup, fromMe: key.fromMe === true, id, names, at: millisecondsOf(messageTimestamp, now()) }
}

/** The id of a message in this place. */
const idIn = async ({ people }: Mapping, { fromMe, isGroup, chat, id, names }: Place): Promise<string> =>
  fromMe ? outId(id) : inId(await people.key(names), id, isGroup ? chat : undefined)

/** Ids under which the host may know the message that a key points at. */
async function idsOf(mapping: Mapping, place: Place, target: WAMessageKey | null | undefined): Promise<string[]> {
  if (!target?.id) return []
  const author = plainJid(target.participant)
  if (target.fromMe || (author && mapping.own().includes(author))) return [outId(target.id)]
  const names = author && place.isGroup ? await mapping.people.of(author) : place.names
  const keys = await mapping.people.keys(names)
  return keys.map((key) => inId(key, target.id ?? '', place.isGroup ? place.chat : undefined))
}

async function mapReaction(
  mapping: Mapping,
  place: Place,
  reaction: proto.Message.IReactionMessage,
): Promise<InboundEvent[]> {
  const from = place.fromMe ? addressOf(mapping.own()[0] ?? '') : addressesOfNames(place.names)[0]
  if (!from) return []
  const at = Math.round(numberOf(reaction.senderTimestampMs) || place.at)
  const emoji = reaction.text ? reaction.text.slice(0, 32) : null
  const ids = await idsOf(mapping, place, reaction.key)
  return ids.map((externalId) => ({ kind: 'reaction', externalId, from, emoji, at }))
}

/** Edits and removals. Only their own writer may change a message; in groups administrators may remove others'. */
async function mapChange(
  mapping: Mapping,
  place: Place,
  change: proto.Message.IProtocolMessage,
): Promise<InboundEvent[]> {
  const id = change.key?.id
  if (!id) return []
  const { at } = place
  const own = { ...place, id }
  if (change.type === Type.MESSAGE_EDIT) {
    const content = mapContent(change.editedMessage, { remoteJid: place.chat, id, fromMe: place.fromMe }, mapping.t)
    if (!content) return []
    return (await writerIds(mapping, own)).map((externalId) => ({ kind: 'edit', externalId, content, at }))
  }
  if (change.type !== Type.REVOKE) return []
  const author = plainJid(change.key?.participant)
  const isOthers = author !== undefined && place.isGroup && !(await isSame(mapping, author, place.names))
  if (isOthers && !mapping.groups.isAdmin(place.chat, place.names)) return []
  const ids = isOthers ? await idsOf(mapping, place, change.key) : await writerIds(mapping, own)
  return ids.map((externalId) => ({ kind: 'removal', externalId, at }))
}

async function writerIds({ people }: Mapping, { fromMe, id, isGroup, chat, names }: Place): Promise<string[]> {
  if (fromMe) return [outId(id)]
  return (await people.keys(names)).map((key) => inId(key, id, isGroup ? chat : undefined))
}

async function isSame({ people }: Mapping, jid: string, names: Names): Promise<boolean> {
  const known = await people.of(jid)
  return (known.lid !== undefined && known.lid === names.lid) || (known.pn !== undefined && known.pn === names.pn)
}

async function mapWritten(
  mapping: Mapping,
  place: Place,
  message: WAMessage,
  inner: proto.IMessage | undefined,
  isHistory: boolean,
): Promise<InboundEvent[]> {
  const mapped = missing(message, mapping.t) ?? mapContent(message.message, message.key, mapping.t)
  if (!mapped) return []
  if (mapped.type === 'poll' && message.message) {
    await mapping.polls.keep(place.id, { ...message.message, ...inner }, jidsOf(mapping, place))
  }
  const content = await withPeople(mapping, mapped, place.chat)
  const context = contextOf(inner)
  const event = await messageOf(mapping, place, message, content)
  return [
    {
      ...event,
      ...(await replyOf(mapping, place, context)),
      ...(context?.isForwarded ? { forwarded: true } : {}),
      ...originOf(context),
      ...albumOf(message.message, inner),
      ...(isHistory ? { history: true } : {}),
    },
  ]
}

/** Whoever it is goes by two names. */
const jidsOf = ({ own }: Mapping, { fromMe, names }: Place): string[] =>
  fromMe ? [...own()] : [names.lid, names.pn].filter((jid) => jid !== undefined)

/** A vote in a poll that is known is an answer to it; that there was one to another poll is told. */
async function mapVote(
  mapping: Mapping,
  place: Place,
  message: WAMessage,
  update: proto.Message.IPollUpdateMessage,
  isHistory: boolean,
): Promise<InboundEvent[]> {
  const chosen = await mapping.polls.read(update, jidsOf(mapping, place))
  if (chosen === null || (chosen === undefined && (isHistory || place.fromMe))) return []
  const [replyTo] = await idsOf(mapping, place, update.pollCreationMessageKey)
  const event = await messageOf(
    mapping,
    place,
    message,
    chosen ?? { type: 'unsupported', what: mapping.t('content.vote') },
  )
  return [{ ...event, ...(replyTo ? { replyTo } : {}), ...(isHistory ? { history: true } : {}) }]
}

async function messageOf(
  mapping: Mapping,
  place: Place,
  message: WAMessage,
  content: Content,
): Promise<InboundMessage> {
  const { names, isGroup, fromMe, at } = place
  return {
    kind: 'message',
    externalId: await idIn(mapping, place),
    direction: fromMe ? 'out' : 'in',
    chat: isGroup ? mapping.groups.party(place.chat) : partyOf(names, fromMe ? null : nameOf(message)),
    ...(isGroup ? { isGroup: true } : {}),
    ...(isGroup && !fromMe ? { sender: partyOf(names, nameOf(message)) } : {}),
    content,
    at,
  }
}

/** Whom a text names, by the phone where it is known; this account by its own name. */
async function withPeople({ people, groups, own, ownName }: Mapping, content: Content, chat: string): Promise<Content> {
  if ((content.type !== 'text' && content.type !== 'media') || !content.mentions) return content
  const mentions = await Promise.all(
    content.mentions.map(async (mention) => {
      const jid = idOf(mention.address) ?? ''
      const name = own().includes(jid) ? ownName() : mention.name
      const [address = mention.address] = addressesOfNames(await people.of(jid, groups.otherIdOf(chat, jid)))
      return { ...mention, address, ...(name ? { name } : {}) }
    }),
  )
  return { ...content, mentions }
}

/** The name that people gave themselves, or the one that WhatsApp verified. */
const nameOf = ({ pushName, verifiedBizName }: WAMessage) => pushName || verifiedBizName

/** Contents that did not come with the message: not readable yet, or shown by the phone alone. */
function missing({ messageStubType, message, key }: WAMessage, t: T): Content | null {
  if (messageStubType === StubType.CIPHERTEXT) return { type: 'unsupported', what: t('content.waiting') }
  return key.isViewOnce && !message ? { type: 'unsupported', what: t('content.viewOnce') } : null
}

/** The part that most contents carry: what is answered, forwarded, mentioned. */
function contextOf(message: proto.IMessage | undefined): proto.IContextInfo | null {
  for (const part of Object.values(message ?? {})) {
    const context: unknown = typeof part === 'object' && part !== null ? Reflect.get(part, 'contextInfo') : null
    if (typeof context === 'object' && context !== null) return context as proto.IContextInfo
  }
  return null
}

async function replyOf(
  mapping: Mapping,
  place: Place,
  context: proto.IContextInfo | null,
): Promise<{ replyTo?: string }> {
  if (!context?.stanzaId) return {}
  const author = plainJid(context.participant)
  const isOwn = author ? mapping.own().includes(author) : false
  const target = { id: context.stanzaId, fromMe: isOwn, ...(author ? { participant: author } : {}) }
  const [replyTo] = await idsOf(mapping, place, target)
  return replyTo ? { replyTo } : {}
}

function originOf(context: proto.IContextInfo | null): { origin?: MessageOrigin } {
  const ad = context?.externalAdReply
  if (!ad?.sourceUrl && !ad?.sourceId) return {}
  const [id, url, title, text] = [
    clip(ad.sourceId, 512),
    clip(ad.sourceUrl, 2048),
    clip(ad.title, 255),
    clip(ad.body, 1024),
  ]
  return {
    origin: {
      type: ad.sourceType === 'post' ? 'post' : 'ad',
      ...(id ? { id } : {}),
      ...(url ? { url } : {}),
      ...(title ? { title } : {}),
      ...(text ? { text } : {}),
    },
  }
}

function albumOf(...messages: (proto.IMessage | null | undefined)[]): { album?: string } {
  for (const message of messages) {
    const id = message?.messageContextInfo?.messageAssociation?.parentMessageKey?.id
    if (id) return { album: id.slice(0, 128) }
  }
  return {}
}
