import { type Static, Type } from 'typebox'
import { defineContract } from '../../platform/http/contract.ts'
import { AnyObject, Id, Moment, Nullable, Streamed, Uuid } from '../../platform/http/shapes.ts'

/** Something that somebody did, as it was written down at that time. */
export const AuditRow = Type.Object({
  id: Uuid,
  at: Moment,
  actorKind: Type.Enum(['user', 'operator', 'system']),
  actorId: Nullable(Id),
  /** As the person is called now; null for the program, the operator and whoever was deleted. */
  actorName: Nullable(Type.String()),
  /** `user.update`, `login.failed`, … */
  action: Type.String(),
  /** What it was done to: `user:7`. */
  object: Nullable(Type.String()),
  /** What the object is called now, where it still exists and has a name. */
  objectName: Nullable(Type.String()),
  /** Old and new values; never secrets. */
  details: AnyObject,
  ip: Nullable(Type.String()),
})
export type AuditRow = Static<typeof AuditRow>

const filters = {
  actorId: Type.Optional(Id),
  /** The first word of the action: `user`, `queue`, `login`. */
  area: Type.Optional(Type.String({ maxLength: 40, pattern: '^[a-z-]+$' })),
  /** Actions, separated by commas. */
  actions: Type.Optional(Type.String({ maxLength: 500, pattern: '^[a-z.,-]*$' })),
  object: Type.Optional(Type.String({ maxLength: 200 })),
  /** From this moment on. */
  from: Type.Optional(Moment),
  /** Before this moment. */
  to: Type.Optional(Moment),
}

const AuditFilter = Type.Object(filters)
export type AuditFilter = Static<typeof AuditFilter>

export const auditContract = defineContract('audit', {
  list: {
    method: 'GET',
    path: '/audit-log',
    auth: 'admin',
    summary: 'What was done in the company, newest first, 50 per page; `before` is the id of the last row seen.',
    query: Type.Object({ ...filters, before: Type.Optional(Uuid) }),
    response: Type.Object({ rows: Type.Array(AuditRow), hasMore: Type.Boolean() }),
  },
  export: {
    method: 'GET',
    path: '/audit-log/export',
    auth: 'admin',
    summary: 'The same as a CSV file for spreadsheets.',
    query: AuditFilter,
    response: Streamed,
    timeoutMs: 240_000,
  },
})
