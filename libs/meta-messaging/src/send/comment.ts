import { text } from '@recado/loose-json'
import { GraphError } from '@recado/meta-graph'
import { type OutboundMessage, PluginError, type SendResult } from '@recado/sdk'
import { PASSING } from '../connect/tidy.ts'
import { isAnswered, lacksPermission } from '../errors.ts'
import type { Line } from '../line.ts'
import { planParts } from './parts.ts'
import { windowOf } from './window.ts'

/** Below the comment, for everybody to read. @throws PluginError UNSUPPORTED for anything but text */
export async function answerInPublic(
  line: Line,
  { content }: OutboundMessage,
  commentId: string,
  signal: AbortSignal,
): Promise<SendResult> {
  const { ctx, access, platform } = line
  const message = content.type === 'text' ? content.text.trim() : ''
  if (!message) throw new PluginError('UNSUPPORTED', { detail: ctx.t('error.commentTextOnly') })
  const call = access.graph.call(`/${encodeURIComponent(commentId)}/${platform.answers}`, {
    json: { message },
    creates: true,
    signal,
  })
  const answer = await call.catch((error: unknown) => {
    throw commentProblem(error, line)
  })
  const externalId = text(answer.id)
  if (!externalId) throw new PluginError('AMBIGUOUS', { detail: ctx.t('error.halfAnswer') })
  return { externalId }
}

const answeredKey = (commentId: string) => `${PASSING.privateReply.prefix}${commentId}`.slice(0, 512)

/** A private message to the comment's author: one, within a week. It opens no window until they answer. */
export async function answerInPrivate(
  line: Line,
  out: OutboundMessage,
  commentId: string,
  signal: AbortSignal,
): Promise<SendResult> {
  const { ctx, platform } = line
  const [part, ...more] = await planParts(line, out.content)
  if (!part || more.length > 0) throw new PluginError('UNSUPPORTED', { detail: ctx.t('error.privateOneMessage') })
  const window = windowOf(line, out)
  if (await ctx.store.get(answeredKey(commentId)))
    throw new PluginError('REJECTED', { detail: ctx.t('error.privateOnce') })
  try {
    const envelope = { recipient: { comment_id: commentId }, window, mayBePerson: false }
    const { messageId, recipientId } = await part.post(envelope, signal)
    await ctx.store.set(answeredKey(commentId), { at: ctx.clock.now() })
    if (recipientId && (recipientId !== out.to.value || out.to.kind !== platform.addressKind)) {
      // The author's id below posts need not be the one in messages: whoever answers is the same person.
      const addresses = [{ kind: platform.addressKind, value: recipientId }, out.to]
      await ctx.inbound.push([{ kind: 'contact', party: { addresses }, at: ctx.clock.now() }])
    }
    return { externalId: messageId }
  } catch (error) {
    throw commentProblem(error, line)
  }
}

/** Without the permission for comments, messages go on. */
function commentProblem(error: unknown, { ctx }: Pick<Line, 'ctx'>): unknown {
  if (!(error instanceof GraphError)) return error
  if (isAnswered(error.fault)) return new PluginError('REJECTED', { detail: ctx.t('error.privateOnce') })
  const isForbidden = error.code === 'AUTH_EXPIRED' && lacksPermission(error.fault)
  const detail = ctx.t('state.noPermission', { detail: error.detail ?? '' })
  return isForbidden ? new PluginError('REJECTED', { detail }) : error
}
