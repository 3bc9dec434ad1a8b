import { type Address, type MessageTarget, PluginError } from '@recado/sdk'
import type { Line } from '../line.ts'
import { wholeId } from '../receive/map-message.ts'
import { recipientId } from './recipient.ts'

const act = (line: Line, chat: Address, action: Record<string, unknown>, signal: AbortSignal): Promise<unknown> =>
  line.access.graph.call('/me/messages', { json: { recipient: { id: recipientId(line, chat) }, ...action }, signal })

export async function showTyping(line: Line, chat: Address, on: boolean, signal: AbortSignal): Promise<void> {
  if (chat.kind !== line.platform.addressKind) return
  await act(line, chat, { sender_action: on ? 'typing_on' : 'typing_off' }, signal)
}

/** Meta marks the whole conversation. */
export async function markSeen(line: Line, chat: Address, signal: AbortSignal): Promise<void> {
  if (chat.kind !== line.platform.addressKind) return
  await act(line, chat, { sender_action: 'mark_seen' }, signal)
}

/** Sets our reaction, or takes it back. @throws PluginError UNSUPPORTED for an emoji that the platform does not take */
export async function react(
  line: Line,
  { externalId, chat }: MessageTarget,
  emoji: string | null,
  signal: AbortSignal,
): Promise<void> {
  const reaction = emoji === null ? null : line.platform.reaction(emoji)
  if (reaction === undefined)
    throw new PluginError('UNSUPPORTED', { detail: line.ctx.t('error.reaction', { emoji: emoji ?? '' }) })
  const payload = { message_id: wholeId(externalId), ...(reaction === null ? {} : { reaction }) }
  await act(line, chat, { sender_action: reaction === null ? 'unreact' : 'react', payload }, signal)
}
