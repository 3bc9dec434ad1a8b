import type { Content } from '@recado/sdk'
import type { Scope } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { newId } from '../../platform/ids.ts'
import { checkContent } from './compose.ts'
import { lineOf, typeOf } from './content.ts'
import type { Forward } from './contract.ts'
import type { AppendItem } from './outbound/outbound-repo.ts'
import type { MessageRecord } from './repo.ts'
import type { MessageParts } from './service.ts'

/** Spec §5: at most so many at a time. */
const MAX_CONTACTS = 5
const MAX_MESSAGES = 10

const idOf = <T>(given: T | { id: T }): T =>
  typeof given === 'object' && given !== null ? (given as { id: T }).id : given

/** The names stay in the text; the people are of another group. */
const withoutMentions = (content: Content): Content => {
  if (content.type !== 'text' && content.type !== 'media') return content
  const { mentions: _people, ...rest } = content
  return rest
}

/** Messages that go on to others. */
export function createForwarding({ deps, ...parts }: MessageParts) {
  /** @throws ERROR_NOT_FOUND_MESSAGE for what was removed */
  const copyOf = (message: MessageRecord, userId: number | null): AppendItem => {
    const content = withoutMentions(message.content)
    if (message.isDeleted) throw new AppError('ERROR_NOT_FOUND_MESSAGE')
    return {
      id: newId(),
      type: typeOf(content),
      sendType: 'chat',
      body: message.body,
      line: lineOf(content),
      content,
      mediaId: message.media?.id ?? null,
      replyToId: null,
      userId,
      isForwarded: true,
    }
  }

  return {
    /**
     * Sends copies in the contact's live ticket on the channel of their origin; where there is none it is opened for
     * the sender. Everything is checked before the first copy is made.
     * @throws ERR_FORWARD_LIMIT, ERROR_NOT_FOUND_MESSAGE, and what opening a ticket and sending refuse
     */
    async forward(scope: Scope, given: Forward): Promise<{ ticketIds: number[] }> {
      const contactIds = [...new Set([...(given.contact ? [given.contact] : []), ...(given.contacts ?? [])].map(idOf))]
      const messageIds = [...new Set(given.messages.map(idOf))]
      if (contactIds.length === 0) throw new AppError('ERR_NO_CONTACT_FOUND')
      if (contactIds.length > MAX_CONTACTS || messageIds.length > MAX_MESSAGES) throw new AppError('ERR_FORWARD_LIMIT')

      const origins = await Promise.all(messageIds.map((id) => parts.seenMessage(scope, id)))
      const userId = scope.actor.kind === 'user' ? scope.actor.userId : null
      for (const { message, ticket } of origins) {
        copyOf(message, userId)
        checkContent(message.content, parts.featuresFor(ticket))
      }

      const ticketIds = new Set<number>()
      for (const contactId of contactIds) {
        for (const { message, ticket } of origins) {
          const { channelId, queueId } = ticket
          const ticketId = await deps.liveTicket(scope, { contactId, channelId, queueId })
          const target = await parts.seen(scope, ticketId)
          await parts.queue(scope, target.ticket, [copyOf(message, userId)])
          ticketIds.add(ticketId)
        }
      }
      return { ticketIds: [...ticketIds] }
    },
  }
}
