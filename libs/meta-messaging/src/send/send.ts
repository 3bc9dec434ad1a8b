import { createEchoes, isPluginError, type OutboundMessage, type SendResult } from '@recado/sdk'
import type { Line } from '../line.ts'
import { wholeId } from '../receive/map-message.ts'
import { answerInPrivate, answerInPublic } from './comment.ts'
import type { Envelope } from './envelope.ts'
import { planParts } from './parts.ts'
import { forgetProgress, keepProgress, loadProgress } from './progress.ts'
import { recipientId } from './recipient.ts'
import { mayBePerson, windowOf } from './window.ts'

/** Sends one message as as many as Meta needs. After a failure half way, the next try goes on where it broke off. */
export async function send(line: Line, out: OutboundMessage, signal: AbortSignal): Promise<SendResult> {
  if (out.comment?.reply === 'public') return answerInPublic(line, out, out.comment.externalId, signal)
  if (out.comment) return answerInPrivate(line, out, out.comment.externalId, signal)

  const { store } = line.ctx
  const parts = await planParts(line, out.content)
  // Where Meta gives our id back, only what is several messages there has to be known in another way.
  const isNamed = parts.length === 1 && line.platform.echoesMetadata
  const said = parts.map((part) => part.said)
  const echo = isNamed ? null : await createEchoes(line.ctx).expect(out, said)
  const kept = out.attempt > 1 ? await loadProgress(store, out.id) : []
  const resumed = kept.length > 0
  const sent = echo && echo.sent.length > kept.length ? [...echo.sent] : kept
  const envelope: Envelope = {
    recipient: { id: recipientId(line, out.to) },
    window: windowOf(line, out),
    mayBePerson: mayBePerson(line, out),
    ...(isNamed ? { ownId: out.id } : {}),
  }
  for (const part of parts.slice(sent.length)) {
    const answered = sent.length === 0 ? answeredId(out) : undefined
    try {
      const { messageId } = await part.post(answered ? { ...envelope, replyTo: answered } : envelope, signal)
      sent.push(messageId)
      await echo?.answered(sent.length - 1, messageId)
    } catch (error) {
      if (sent.length > 0) await keepProgress(store, out.id, sent, error)
      if (isPluginError(error) && error.code !== 'AMBIGUOUS') await echo?.refused()
      throw error
    }
  }
  if (resumed) await forgetProgress(store, out.id)
  const [externalId = '', ...moreIds] = sent
  return { externalId, ...(moreIds.length > 0 ? { moreIds } : {}) }
}

/** Taps that came without an id of Meta's cannot be answered. */
function answeredId({ replyTo }: OutboundMessage): string | undefined {
  const id = replyTo ? wholeId(replyTo.externalId) : ''
  return id && !id.startsWith('postback:') ? id : undefined
}
