import { text } from '@recado/loose-json'
import { GraphError } from '@recado/meta-graph'
import { PluginError } from '@recado/sdk'
import { lacksPermission } from '../errors.ts'
import type { Line } from '../line.ts'
import type { Window } from './window.ts'

/** What goes around a message (Send API). */
export interface Envelope {
  recipient: { id: string } | { comment_id: string }
  window: Window
  /** The message that is answered. */
  replyTo?: string
  /** Our id of a message that is whole with this one. */
  ownId?: string
  /** A person wrote it and may answer after the day is over. */
  mayBePerson: boolean
}

export interface Sent {
  messageId: string
  recipientId: string | undefined
}

/** One message at Meta. @throws PluginError; AMBIGUOUS when nobody knows whether it went out */
export async function post(
  line: Line,
  envelope: Envelope,
  message: Record<string, unknown>,
  signal: AbortSignal,
): Promise<Sent> {
  try {
    return await ask(line, envelope, message, signal)
  } catch (error) {
    const next = error instanceof GraphError ? otherwise(envelope, error) : null
    if (!next) throw readable(line, envelope, error)
    return await ask(line, next, message, signal).catch((second: unknown) => {
      throw readable(line, next, second)
    })
  }
}

/** Without the permission for late answers, all others go on. */
function readable({ ctx }: Line, { window }: Envelope, error: unknown): unknown {
  const isLateRefusal = window === 'person' && error instanceof GraphError && error.code === 'AUTH_EXPIRED'
  if (!isLateRefusal || !lacksPermission(error.fault)) return error
  return new PluginError('WINDOW_CLOSED', { detail: ctx.t('error.noHumanAgent', { detail: error.detail ?? '' }) })
}

/** What was refused for certain may go out in another way. */
function otherwise(envelope: Envelope, error: GraphError): Envelope | null {
  const { window, replyTo, mayBePerson } = envelope
  // The day ended between the host's clock and Meta's, or what the host counts from was no message.
  if (error.code === 'WINDOW_CLOSED' && window === 'free' && mayBePerson) return { ...envelope, window: 'person' }
  // The answered message is gone, or cannot be answered: better without the quotation than not at all.
  if (error.fault.code !== 100 || error.code !== 'REJECTED' || replyTo === undefined) return null
  const { replyTo: _gone, ...plain } = envelope
  return plain
}

async function ask(
  { ctx, platform, access }: Line,
  { recipient, window, replyTo, ownId }: Envelope,
  given: Record<string, unknown>,
  signal: AbortSignal,
): Promise<Sent> {
  const kind =
    window === 'person'
      ? { messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' }
      : platform.namesResponses
        ? { messaging_type: 'RESPONSE' }
        : {}
  const message = ownId && platform.echoesMetadata ? { ...given, metadata: ownId } : given
  const answer = await access.graph.call('/me/messages', {
    json: { recipient, ...kind, ...(replyTo ? { reply_to: { mid: replyTo } } : {}), message },
    creates: true,
    signal,
  })
  const messageId = text(answer.message_id)
  if (!messageId) throw new PluginError('AMBIGUOUS', { detail: ctx.t('error.halfAnswer') })
  return { messageId, recipientId: text(answer.recipient_id) }
}
