import { type Static, Type } from 'typebox'
import { defineContract } from '../../platform/http/contract.ts'
import { Done, Id, IdParams, Moment, Nullable, Uuid } from '../../platform/http/shapes.ts'
import { Media } from '../media/contract.ts'

export const QUICK_MESSAGE_MAX_FILES = 10
/** Of all files of a quick message together; a channel may take less. */
export const QUICK_MESSAGE_MAX_BYTES = 100 * 1024 * 1024
export const QUICK_MESSAGE_MAX_TEXT = 4096

export const QuickMessage = Type.Object({
  id: Id,
  /** What agents type after `/`. */
  key: Type.String(),
  /** May speak of the conversation in variables: `{{firstName}}`. */
  message: Type.String(),
  /** Name of its folder; empty for none. */
  folder: Type.String(),
  /** Everybody sees it, not its owner alone. */
  showAll: Type.Boolean(),
  userId: Nullable(Id),
  /** Its owner. */
  user: Nullable(Type.Object({ id: Id, name: Type.String() })),
  tenantId: Id,
  /** Sent in this order. */
  medias: Type.Array(Media),
  createdAt: Moment,
  updatedAt: Moment,
})
export type QuickMessage = Static<typeof QuickMessage>

const write = {
  key: Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' }),
  message: Type.String({ maxLength: QUICK_MESSAGE_MAX_TEXT }),
  folder: Type.Optional(Type.String({ maxLength: 60 })),
  showAll: Type.Optional(Type.Boolean()),
  /** Uploaded before through POST /media; by id, or whole records of which the id counts. */
  medias: Type.Optional(
    Type.Array(Type.Union([Uuid, Type.Object({ id: Uuid })]), { maxItems: QUICK_MESSAGE_MAX_FILES }),
  ),
}

/** A key, and a message or a file. */
export const QuickMessageCreate = Type.Object({ ...write, message: Type.Optional(write.message) })
export type QuickMessageCreate = Static<typeof QuickMessageCreate>

/** What is left out stays. */
export const QuickMessageWrite = Type.Partial(Type.Object(write))
export type QuickMessageWrite = Static<typeof QuickMessageWrite>

const WRITE_ERRORS = [
  'ERR_FAST_REPLY_EXISTS',
  'ERR_FAST_REPLY_EMPTY',
  'ERR_NO_MEDIA_FOUND',
  'ERR_MEDIA_TOO_LARGE',
] as const

export const quickMessagesContract = defineContract('quick-messages', {
  list: {
    method: 'GET',
    path: '/fastreply',
    auth: 'user',
    summary: 'The own quick messages and those shown to all, by key.',
    response: Type.Array(QuickMessage),
  },
  create: {
    method: 'POST',
    path: '/fastreply',
    auth: 'user',
    summary: 'Creates a quick message of one’s own, or one that all see.',
    body: QuickMessageCreate,
    response: QuickMessage,
    errors: WRITE_ERRORS,
  },
  update: {
    method: 'PUT',
    path: '/fastreply/{id}',
    auth: 'user',
    summary: 'Changes a quick message: one’s own, admins any that they see.',
    params: IdParams,
    body: QuickMessageWrite,
    response: QuickMessage,
    errors: ['ERR_NO_FAST_REPLY_FOUND', ...WRITE_ERRORS],
  },
  fill: {
    method: 'POST',
    path: '/fastreply/fill',
    auth: 'user',
    summary: 'A text with the variables of a ticket filled in, as its customer would read it.',
    body: Type.Object({ ticketId: Id, text: Type.String({ maxLength: QUICK_MESSAGE_MAX_TEXT }) }),
    response: Type.Object({ text: Type.String() }),
    errors: ['ERR_NO_TICKET_FOUND'],
  },
  remove: {
    method: 'DELETE',
    path: '/fastreply/{id}',
    auth: 'user',
    summary: 'Deletes a quick message: one’s own, admins any that they see.',
    params: IdParams,
    response: Done,
    errors: ['ERR_NO_FAST_REPLY_FOUND'],
  },
})
