import { Type } from 'typebox'
import { defineContract } from '../../platform/http/contract.ts'
import { Id, Moment, Nullable } from '../../platform/http/shapes.ts'
import { Ticket } from '../tickets/schemas.ts'
import { Message, MessageSend, MessagesQuery } from './schemas.ts'

export * from './schemas.ts'

const TicketParams = Type.Object({ ticketId: Id })
/** Our id, or the provider's (clients of the ancestors send that one and put ours into the body). */
const MessageParams = Type.Object({ messageId: Type.String({ minLength: 1, maxLength: 255 }) })
const OwnId = Type.Optional(Type.Unknown())

export const messagesContract = defineContract('messages', {
  list: {
    method: 'GET',
    path: '/messages/{ticketId}',
    auth: 'user',
    summary: 'Messages of a ticket, 30 per page from the newest, each page oldest first. Marks nothing as read.',
    params: TicketParams,
    query: MessagesQuery,
    response: Type.Object({
      count: Type.Integer(),
      messages: Type.Array(Message),
      /** Kept for clients of the ancestors; always empty. */
      messagesOffLine: Type.Array(Message),
      ticket: Ticket,
      hasMore: Type.Boolean(),
    }),
    errors: ['ERR_NO_TICKET_FOUND'],
  },
  send: {
    method: 'POST',
    path: '/messages/{ticketId}',
    auth: 'user',
    summary: 'Queues a message, as JSON or as multipart with files in `medias`. The channel sends it afterwards.',
    params: TicketParams,
    body: MessageSend,
    multipart: { maxFiles: 30, maxBytes: 100 * 1024 * 1024 },
    response: Type.Object({ messages: Type.Array(Message) }),
    errors: [
      'ERR_NO_TICKET_FOUND',
      'ERR_TICKET_STATE',
      'ERR_MESSAGE_EMPTY',
      'ERR_MESSAGE_TOO_LONG',
      'ERR_MESSAGE_UNSUPPORTED',
      'ERR_MESSAGE_WINDOW_CLOSED',
      'ERR_MEDIA_TOO_LARGE',
      'ERR_MEDIA_TYPE',
      'ERR_NO_MEDIA_FOUND',
      'ERROR_NOT_FOUND_MESSAGE',
      'ERR_IDEMPOTENCY_CONFLICT',
      'ERR_SENDING_WAPP_MSG',
      'ERR_WAPP_NOT_INITIALIZED',
    ],
    timeoutMs: 240_000,
  },
  retry: {
    method: 'POST',
    path: '/messages/retry/{messageId}',
    auth: 'user',
    summary: 'Sends a failed message again. For one in state `unknown` a person decides: `resend`, or `sent`.',
    params: MessageParams,
    body: Type.Object({ decision: Type.Optional(Type.Enum(['resend', 'sent'])) }),
    response: Message,
    errors: ['ERROR_NOT_FOUND_MESSAGE', 'ERR_CONFLICT'],
  },
  remove: {
    method: 'DELETE',
    path: '/messages/{messageId}',
    auth: 'user',
    summary: 'Removes an own message for everybody, within the channel’s time. Author, supervisors and admins.',
    params: MessageParams,
    body: Type.Object({ id: OwnId }),
    response: Message,
    errors: ['ERROR_NOT_FOUND_MESSAGE', 'ERR_DELETE_WAPP_MSG', 'ERR_DELETE_SYSTEM_MSG', 'ERR_MESSAGE_UNSUPPORTED'],
  },
  edit: {
    method: 'POST',
    path: '/messages/edit/{messageId}',
    auth: 'user',
    summary: 'Changes the text of an own message, within the channel’s time. Author only.',
    params: MessageParams,
    body: Type.Object({ id: OwnId, body: Type.String({ minLength: 1, maxLength: 65_536 }) }),
    response: Message,
    errors: ['ERROR_NOT_FOUND_MESSAGE', 'ERR_EDITING_WAPP_MSG', 'ERR_MESSAGE_UNSUPPORTED', 'ERR_MESSAGE_TOO_LONG'],
  },
  react: {
    method: 'POST',
    path: '/messages/reactions/{messageId}',
    auth: 'user',
    summary: 'Sets the own reaction; an empty emoji removes it.',
    params: MessageParams,
    body: Type.Object({ id: OwnId, emoji: Type.String({ maxLength: 32 }) }),
    response: Message,
    errors: ['ERROR_NOT_FOUND_MESSAGE', 'ERR_SENDING_WAPP_MSG', 'ERR_MESSAGE_UNSUPPORTED'],
  },
  window: {
    method: 'GET',
    path: '/messages/window/{ticketId}',
    auth: 'user',
    summary: 'Whether free messages may still be sent on a channel that closes its window after some hours.',
    params: TicketParams,
    response: Type.Object({
      isOfficial: Type.Boolean(),
      isOpen: Type.Boolean(),
      lastInboundAt: Nullable(Moment),
      expiresAt: Nullable(Moment),
    }),
    errors: ['ERR_NO_TICKET_FOUND'],
  },
  count: {
    method: 'GET',
    path: '/count/messages',
    auth: 'user',
    summary: 'Unread messages and waiting tickets among the visible ones, and unread internal messages.',
    response: Type.Object({ unread: Type.Integer(), pending: Type.Integer(), internal: Type.Integer() }),
  },
})
