import { createHash } from 'node:crypto'
import {
  type Content,
  contentText,
  type InboundComment,
  type InboundEvent,
  type InboundMessage,
  type InboundReceipt,
  type InboundTemplate,
  type MessageOrigin,
} from '@recado/sdk'
import { newId } from '../../../platform/ids.ts'
import { type StoredAddress, type StoredParty, storedAddress, storedParty } from '../../contacts/index.ts'
import { lineOf, typeOf } from '../content.ts'

export interface MessageEvent {
  kind: 'message'
  id: string
  externalId: string
  out: boolean
  isGroup: boolean
  history: boolean
  keepsOpen?: boolean
  chat: StoredParty
  sender?: StoredParty
  sendType: string
  type: string
  body: string
  line: string
  content: Content
  media?: { id: string; ref?: string; mimeType?: string; fileName?: string; size?: number }
  replyTo?: string
  forwarded: boolean
  origin?: MessageOrigin
  /** The post, of comments. */
  thread?: string
  at: number
}

/** An event as the SQL function `inbound_apply` takes it. */
export type StoredEvent =
  | MessageEvent
  | { kind: 'contact'; party: StoredParty; blocked?: boolean; marketing?: boolean }
  | { kind: 'group'; party: StoredParty }
  | Omit<InboundTemplate, 'at'>
  | { kind: 'watermark'; status: string; chat: StoredAddress; at: number }
  | ({ kind: 'receipt'; externalIds: string[]; status: string } & Pick<InboundReceipt, 'reason' | 'code' | 'pricing'>)
  | { kind: 'edit'; externalIds: string[]; content: Content; type: string }
  | { kind: 'removal'; externalIds: string[] }
  | { kind: 'reaction'; externalIds: string[]; from: string; emoji: string | null }

/** What the plugin reported in the form that is stored; null for what leaves no trace (states of calls). */
export function normalise(event: InboundEvent, addressScope: number): StoredEvent | null {
  switch (event.kind) {
    case 'message':
      return message(event, addressScope)
    case 'comment':
      return comment(event, addressScope)
    case 'call': {
      if (event.event !== 'offer' && event.event !== 'missed') return null
      const { externalId, from: chat, at } = event
      const content: Content = { type: 'unsupported', what: 'call' }
      const call = message({ kind: 'message', externalId, direction: 'in', chat, content, at }, addressScope)
      return { ...call, sendType: 'call', line: '📞' }
    }
    case 'contact': {
      const { party: who, blocked, marketing } = event
      return {
        kind: 'contact',
        party: storedParty(who, addressScope),
        ...(blocked === undefined ? {} : { blocked }),
        ...(marketing === undefined ? {} : { marketing }),
      }
    }
    case 'template': {
      const { at: _at, ...told } = event
      return told
    }
    case 'group': {
      const group = storedParty(event.chat, addressScope)
      const addresses = event.movedTo
        ? [storedAddress(event.movedTo, addressScope), ...group.addresses]
        : group.addresses
      return { kind: 'group', party: { ...group, addresses } }
    }
    case 'receipt': {
      const { status, externalIds, chat, at, reason, code, pricing } = event
      const about = { ...(reason ? { reason } : {}), ...(code ? { code } : {}), ...(pricing ? { pricing } : {}) }
      if (externalIds) return { kind: 'receipt', externalIds, status, ...about }
      return chat ? { kind: 'watermark', status, chat: storedAddress(chat, addressScope), at } : null
    }
    case 'edit': {
      const content = withoutHandles(event.content)
      return { kind: 'edit', externalIds: [event.externalId], content, type: typeOf(content) }
    }
    case 'removal':
      return { kind: 'removal', externalIds: [event.externalId] }
    case 'reaction': {
      const { externalId, from, emoji } = event
      return { kind: 'reaction', externalIds: [externalId], from: `${from.kind}:${from.value}`, emoji }
    }
  }
}

/** Key under which an event set aside is known, so that a repeated one is not set aside twice. */
export const keyOf = (event: StoredEvent): string =>
  event.kind === 'message'
    ? `message:${event.externalId}`.slice(0, 600)
    : `${event.kind}:${createHash('sha256').update(JSON.stringify(event)).digest('base64url')}`

function message(event: InboundMessage, scope: number): MessageEvent {
  const out = event.direction === 'out'
  const media = event.content.type === 'media' ? event.content.media : null
  const mediaId = media ? (media.id ?? newId()) : null
  const content = withoutHandles(event.content, mediaId)
  return {
    kind: 'message',
    id: event.clientId?.toLowerCase() ?? newId(),
    externalId: event.externalId,
    out,
    isGroup: event.isGroup ?? false,
    history: event.history ?? false,
    ...(event.history && event.keepsOpen ? { keepsOpen: true } : {}),
    chat: storedParty(event.chat, scope),
    ...(event.sender && event.isGroup ? { sender: storedParty(event.sender, scope) } : {}),
    sendType: out ? 'echo' : 'chat',
    type: typeOf(content),
    body: contentText(content),
    line: lineOf(content),
    content,
    ...(media && mediaId ? { media: { ...media, id: mediaId } } : {}),
    ...(event.replyTo ? { replyTo: event.replyTo } : {}),
    forwarded: event.forwarded ?? false,
    ...(event.origin ? { origin: event.origin } : {}),
    at: event.at,
  }
}

/** A comment is a message of its author in the conversation about the post. */
function comment({ post, author, parentId, ...event }: InboundComment, scope: number): MessageEvent {
  const origin: MessageOrigin = { type: 'post', id: post.id, ...(post.url ? { url: post.url } : {}) }
  const asked: InboundMessage = {
    ...event,
    kind: 'message',
    direction: 'in',
    chat: author,
    origin,
    ...(parentId ? { replyTo: parentId } : {}),
  }
  return { ...message(asked, scope), thread: post.id }
}

/** Handles of the plugin are for fetching alone; what is stored names our file. */
function withoutHandles(content: Content, mediaId: string | null = null): Content {
  if (content.type !== 'media') return content
  const { ref: _handle, ...media } = content.media
  return { ...content, media: mediaId ? { ...media, id: mediaId } : media }
}
