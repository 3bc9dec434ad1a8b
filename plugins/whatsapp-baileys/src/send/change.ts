import { type Content, type MessageTarget, PluginError } from '@recado/sdk'
import { generateMessageIDV2, proto, type WAMessageKey } from '@whiskeysockets/baileys'
import { isGroup, jidOf } from '../library/jids.ts'
import { orAborted } from '../library/wait.ts'
import { parseId } from '../receive/ids.ts'
import { bodyOf } from './compose.ts'
import { errorOf } from './errors.ts'
import { relay } from './relay.ts'
import type { Sending } from './sending.ts'

const { Type } = proto.Message.ProtocolMessage
/** What WhatsApp calls the kinds of change in the envelope. */
const EDIT = '1'
const REMOVAL = '7'
const REMOVAL_BY_ADMIN = '8'

function keyOf({ externalId, chat }: MessageTarget): WAMessageKey {
  const { id, fromMe, author } = parseId(externalId)
  const participant = isGroup(chat) && !fromMe && author ? { participant: author } : {}
  return { remoteJid: jidOf(chat), id, fromMe, ...participant }
}

export async function edit(
  sending: Sending,
  target: MessageTarget,
  content: Content,
  signal: AbortSignal,
): Promise<void> {
  if (content.type !== 'text') throw new PluginError('UNSUPPORTED', { detail: sending.ctx.t('error.onlyText') })
  const editedMessage = await bodyOf(sending, content, signal)
  const message = {
    protocolMessage: { key: keyOf(target), type: Type.MESSAGE_EDIT, editedMessage, timestampMs: Date.now() },
  }
  await change(sending, target, message, EDIT, signal)
}

export async function remove(sending: Sending, target: MessageTarget, signal: AbortSignal): Promise<void> {
  const key = keyOf(target)
  const message = { protocolMessage: { key, type: Type.REVOKE } }
  await change(sending, target, message, key.fromMe ? REMOVAL : REMOVAL_BY_ADMIN, signal)
}

export async function react(
  sending: Sending,
  target: MessageTarget,
  emoji: string | null,
  signal: AbortSignal,
): Promise<void> {
  const message = { reactionMessage: { key: keyOf(target), text: emoji ?? '', senderTimestampMs: Date.now() } }
  await change(sending, target, message, null, signal)
}

async function change(
  sending: Sending,
  target: MessageTarget,
  message: proto.IMessage,
  kind: string | null,
  signal: AbortSignal,
): Promise<void> {
  const id = generateMessageIDV2(sending.own)
  await sending.sentLog.keep(id, message)
  const given = { jid: jidOf(target.chat), id, message, ...(kind ? { attributes: { edit: kind } } : {}) }
  await relay(sending, given, signal)
}

/** Blue ticks for what the customer wrote. */
export async function markRead(
  { socket }: Sending,
  chat: MessageTarget['chat'],
  externalIds: string[],
  signal: AbortSignal,
): Promise<void> {
  const keys = externalIds.flatMap((externalId): WAMessageKey[] => {
    const key = keyOf({ id: '', externalId, chat, fromMe: false })
    const { author } = parseId(externalId)
    // In private chats the writer's own name is the chat that WhatsApp sent it in.
    return key.fromMe ? [] : [isGroup(chat) ? key : { ...key, remoteJid: author ?? key.remoteJid ?? '' }]
  })
  if (keys.length === 0) return
  try {
    await orAborted(socket.readMessages(keys), signal)
  } catch (error) {
    throw errorOf(error, signal, false)
  }
}
