import { clip, type Loose, record, text } from '@recado/loose-json'
import type { ChannelContext, InboundEvent, InboundMessage, Party } from '@recado/sdk'
import { addressFor, unwrapped } from '../ids.ts'
import type { Envelope } from './envelope.ts'
import { contentOf, isComment } from './map-content.ts'

export interface Mapping {
  channelId: string
  /** The network behind the hub. */
  kind: string
  t: ChannelContext['t']
}

/** Each content of a message as an event of its own; nothing for what came from us and for notices without contents. */
export function mapMessage(envelope: Envelope, mapping: Mapping): InboundEvent[] {
  const author = authorOf(envelope, mapping)
  if (!author || envelope.isOut) return []
  const many = envelope.contents.length > 1
  return envelope.contents.flatMap((content, index): InboundEvent[] => {
    const key = many ? `${envelope.key}:${index}` : envelope.key
    if (isComment(content)) return [commentOf(content, key, envelope, author, mapping)]
    if (text(content.type)?.toLowerCase() === 'reaction') return reactionOf(content, envelope, author)
    return messageOf(content, key, envelope, author, mapping)
  })
}

function messageOf(
  content: Loose,
  externalId: string,
  envelope: Envelope,
  author: Party,
  mapping: Mapping,
): InboundMessage[] {
  const mapped = contentOf(content, mapping.t)
  if (!mapped) return []
  const group = groupOf(envelope, mapping)
  const context = record(envelope.message.context ?? content.context)
  // What a text shares or answers: a post, a story.
  const item = text(content.item)
  const origin = item && /^https?:/i.test(item) ? { type: 'link' as const, url: clip(item, 2048) } : undefined
  const replyTo = unwrapped(context.id ?? context.message_id ?? context.messageId)
  return [
    {
      kind: 'message',
      externalId,
      direction: 'in',
      chat: group ?? author,
      ...(group ? { isGroup: true, sender: author } : {}),
      content: mapped,
      at: envelope.at,
      ...(replyTo ? { replyTo } : {}),
      ...(origin ? { origin } : {}),
    },
  ]
}

/** A comment below a post; its own id is what an answer names. */
function commentOf(content: Loose, key: string, envelope: Envelope, author: Party, { t }: Mapping): InboundEvent {
  const media = record(content.media)
  const link = text(media.link) ?? text(media.url) ?? text(media.permalink)
  const post = text(media.id) ?? text(content.postId) ?? link ?? 'post'
  const parentId = text(content.parentId) ?? text(record(content.parent).id)
  return {
    kind: 'comment',
    externalId: clip(text(content.id) ?? key, 512),
    ...(parentId ? { parentId: clip(parentId, 512) } : {}),
    post: { id: clip(post, 512), ...(link && /^https?:/i.test(link) ? { url: clip(link, 2048) } : {}) },
    author,
    content: contentOf(content, t) ?? { type: 'unsupported', what: t('unsupported.comment') },
    at: envelope.at,
  }
}

function reactionOf(content: Loose, envelope: Envelope, author: Party): InboundEvent[] {
  const reaction = { ...content, ...record(content.reaction) }
  const externalId = unwrapped(reaction.message_id ?? reaction.messageId ?? reaction.mid)
  const [from] = author.addresses
  const emoji = text(reaction.emoji)
  if (!externalId || !from) return []
  return [{ kind: 'reaction', externalId, from, emoji: emoji ? clip(emoji, 32) : null, at: envelope.at }]
}

/** The hub writes this where a network told no name. */
const NO_NAME = /^(unavailable|undefined|null|unknown|indispon[ií]vel)$/i

function authorOf({ message, from }: Envelope, { kind, channelId }: Mapping): Party | undefined {
  const visitor = record(message.visitor)
  const address = addressFor(kind, channelId, from ?? visitor.id ?? visitor.number)
  if (!address) return undefined
  const parts = [text(visitor.firstName), text(visitor.lastName)].filter(Boolean).join(' ')
  const name = [text(visitor.name), parts].find((one) => one && !NO_NAME.test(one.trim()))
  const username = text(visitor.username)?.replace(/^@/, '')
  const phone = address.kind === 'phone' ? undefined : text(visitor.number)?.replace(/\D/g, '')
  const picture = text(visitor.picture)
  return {
    addresses: [address],
    ...(name ? { name: clip(name, 255) } : {}),
    ...(username ? { username: clip(username, 255) } : {}),
    ...(phone && phone.length <= 32 ? { phone } : {}),
    ...(picture && picture.length <= 2048 && /^https?:\/\//i.test(picture) ? { avatarRef: picture } : {}),
  }
}

function groupOf({ message }: Envelope, { channelId }: Mapping): Party | undefined {
  const group = record(message.group)
  const id = text(group.id) ?? text(message.groupId)
  if (!id || message.isGroup === false) return undefined
  // Groups are never phones, whatever the network.
  const address = addressFor('', channelId, id)
  const name = text(group.name) ?? text(group.subject)
  return address && { addresses: [address], ...(name ? { name: clip(name, 255) } : {}) }
}
