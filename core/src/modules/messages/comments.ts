import type { ChannelFeatures } from '@recado/sdk'
import { type Scope, userIdOf } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { compose } from './compose.ts'
import type { CommentReply, Message } from './contract.ts'
import type { AppendItem } from './outbound/outbound-repo.ts'
import type { MessageParts } from './service.ts'

/**
 * Messages as answers to a comment.
 * @throws ERR_MESSAGE_UNSUPPORTED where the channel answers only in the other way
 */
export function asReply(
  items: AppendItem[],
  { comments }: Pick<ChannelFeatures, 'comments'>,
  reply: 'public' | 'private',
): AppendItem[] {
  const { publicReply = false, privateReply = false } = comments ?? {}
  if (reply === 'public' ? !publicReply : !privateReply)
    throw new AppError('ERR_MESSAGE_UNSUPPORTED', { params: { type: `comment ${reply}` } })
  return items.map((item) => ({ ...item, payload: { reply } }))
}

/** Answers to comments below posts. */
export function createCommenting({ deps, ...parts }: MessageParts) {
  /** The comment that a message id names, or the ticket whose last comment is meant. */
  const find = async (scope: Scope, id: string) => {
    if (!/^\d{1,10}$/.test(id)) {
      const { message, ...found } = await parts.seenMessage(scope, id)
      return { ...found, replyToId: message.id }
    }
    return { ...(await parts.seen(scope, Number(id))), replyToId: null }
  }

  return {
    /**
     * Below the comment, or as a private message to its author.
     * @throws ERR_COMMENT_EMPTY, ERROR_NOT_FOUND_MESSAGE, ERR_NO_TICKET_FOUND, ERR_MESSAGE_UNSUPPORTED, ERR_TICKET_STATE
     */
    async answerComment(scope: Scope, id: string, { body, reply = 'public' }: CommentReply): Promise<Message> {
      if (body.trim() === '') throw new AppError('ERR_COMMENT_EMPTY')
      const { ticket, viewer, replyToId } = await find(scope, id)
      if (ticket.thread === '') throw new AppError('ERROR_NOT_FOUND_MESSAGE')
      if (ticket.status !== 'open') throw new AppError('ERR_TICKET_STATE', { params: { status: ticket.status } })
      const draft = { send: { body }, files: [], replyToId, userId: userIdOf(scope), sendType: 'chat' }
      const items = compose(draft, parts.featuresFor(ticket))
      const [record] = await parts.queue(scope, ticket, asReply(items, parts.featuresFor(ticket), reply))
      if (!record) throw new AppError('ERR_CREATING_MESSAGE')
      return parts.present(scope, ticket, viewer)(record)
    },
  }
}
