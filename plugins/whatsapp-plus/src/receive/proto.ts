import { type Loose, record } from '@recado/loose-json'
import type { Content, MediaKind, MessageOrigin } from '@recado/sdk'
import { readContent } from './content.ts'
import { readContext } from './context.ts'
import { emojiOf, field, idText, inner, textOf } from './fields.ts'

/** What a message of WhatsApp says, whoever wrote it down. */
export type Reading =
  | { kind: 'content'; content: Content }
  | { kind: 'edit'; target: string; content: Content }
  | { kind: 'removal'; target: string }
  | { kind: 'reaction'; target: string; emoji: string | null }
  /** Nothing that a person would see. */
  | { kind: 'nothing' }

export interface Context {
  replyTo?: string
  forwarded?: boolean
  origin?: MessageOrigin
}

export interface Told {
  reading: Reading
  context: Context
}

export interface Reader {
  /** The driver's handle of a file; null when it cannot be had. */
  ref(kind: MediaKind, file: Loose): string | null
  t(key: string, params?: Record<string, string | number>): string
}

export const NOTHING: Reading = { kind: 'nothing' }

/** Envelopes around the message proper. */
const WRAPPERS = [
  'ephemeralMessage',
  'viewOnceMessage',
  'viewOnceMessageV2',
  'viewOnceMessageV2Extension',
  'documentWithCaptionMessage',
  'deviceSentMessage',
  'editedMessage',
  'lottieStickerMessage',
  'groupMentionedMessage',
  'botInvokeMessage',
  'associatedChildMessage',
]
/** What stands beside a message, or alone and is the protocol's business. */
const SILENT = new Set(
  [
    'messageContextInfo',
    'senderKeyDistributionMessage',
    'fastRatchetKeySenderKeyDistributionMessage',
    'deviceListMetadata',
    'contextInfo',
    'base64',
    'mediaUrl',
    'speechToText',
    'albumMessage',
    'pinInChatMessage',
    'keepInChatMessage',
    'encReactionMessage',
    'secretEncryptedMessage',
    'messageHistoryBundle',
    'callLogMesssage',
    'call',
    'chat',
    'bcallMessage',
    'stickerSyncRmrMessage',
    'placeholderMessage',
  ].map((name) => name.toLowerCase()),
)
const DEEPEST = 5

/** `ProtocolMessage.Type`: as a number, or by its name. */
const isRevoke = (type: unknown) => type === 0 || type === '0' || type === 'REVOKE'
const isEdit = (type: unknown) => type === 14 || type === '14' || type === 'MESSAGE_EDIT'

/**
 * Reads the protocol's message (WAE2E.Message as JSON, in any capitals). `aside` is a context that the gateway moved
 * out of the message.
 */
export function readProto(message: Loose, reader: Reader, aside: Loose = {}): Told {
  const bare = unwrap(message)
  const protocol = inner(bare, 'protocolMessage')
  if (Object.keys(protocol).length > 0) return { reading: readProtocol(protocol, reader), context: {} }
  const reaction = inner(bare, 'reactionMessage')
  if (Object.keys(reaction).length > 0) return { reading: readReaction(reaction), context: {} }
  const found = Object.entries(bare).find(([name, value]) => !SILENT.has(name.toLowerCase()) && hasSubstance(value))
  if (!found) return { reading: NOTHING, context: {} }
  const [name, value] = asText(found, aside)
  const context = { ...readContext(aside), ...readContext(inner(record(value), 'contextInfo')) }
  const content = readContent(name, value, reader)
  return { reading: content ? { kind: 'content', content } : NOTHING, context }
}

/** A plain text whose context was moved aside is one that carries it. */
const asText = ([name, value]: [string, unknown], contextInfo: Loose): [string, unknown] =>
  name.toLowerCase() === 'conversation' && typeof value === 'string' && Object.keys(contextInfo).length > 0
    ? ['extendedTextMessage', { text: value, contextInfo }]
    : [name, value]

const hasSubstance = (value: unknown) =>
  typeof value === 'string' ? value !== '' : typeof value === 'object' && value !== null

function unwrap(message: Loose): Loose {
  let bare = message
  for (let depth = 0; depth < DEEPEST; depth += 1) {
    const current = bare
    const wrapped = WRAPPERS.map((name) => inner(inner(current, name), 'message')).find(
      (one) => Object.keys(one).length > 0,
    )
    if (!wrapped) return bare
    bare = wrapped
  }
  return bare
}

/** A removal, or an edit with the new message inside. */
export function readProtocol(protocol: Loose, reader: Reader): Reading {
  const type = field(protocol, 'type')
  const target = idText(textOf(inner(protocol, 'key'), 'id'))
  if (!target) return NOTHING
  if (isRevoke(type)) return { kind: 'removal', target }
  const edited = unwrap(inner(protocol, 'editedMessage'))
  // An edit of an edit is nobody's; whoever nests them wants to see how deep we follow.
  if (Object.keys(inner(edited, 'protocolMessage')).length > 0) return NOTHING
  if (!isEdit(type) && Object.keys(edited).length === 0) return NOTHING
  const { reading } = readProto(edited, reader)
  return reading.kind === 'content' ? { kind: 'edit', target, content: reading.content } : NOTHING
}

function readReaction(reaction: Loose): Reading {
  const target = idText(textOf(inner(reaction, 'key'), 'id'))
  return target ? { kind: 'reaction', target, emoji: emojiOf(field(reaction, 'text')) } : NOTHING
}
