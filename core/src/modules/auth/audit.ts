import { v7 } from 'uuid'
import type { Scope } from '../../platform/db/scope.ts'
import type { Tx } from '../../platform/db/uow.ts'
import { insertAudit } from './repo.ts'

export interface AuditEntry {
  /** `user.create`, `tenant.status`, … */
  action: string
  /** What it was done to: `user:7`. */
  object?: string
  /** Old and new values; never secrets. */
  details?: Record<string, unknown>
  ip?: string
  /** Who it was, where the program acts for somebody who is just proving it. */
  userId?: number
}

type Author = { actorKind: Scope['actor']['kind']; actorId: number | null; by?: string }

function authorOf({ actor }: Scope, userId: number | undefined): Author {
  if (actor.kind !== 'system') return { actorKind: actor.kind, actorId: actor.userId }
  return userId === undefined
    ? { actorKind: 'system', actorId: null, by: actor.name }
    : { actorKind: 'user', actorId: userId }
}

/** Writes down who did what, in the change's own transaction (reliability A-22). */
export function audit(tx: Tx, { action, object, details, ip, userId }: AuditEntry): Promise<void> {
  const { by, ...author } = authorOf(tx.scope, userId)
  return insertAudit(tx, {
    id: v7(),
    ...author,
    action,
    object: object ?? null,
    details: { ...details, ...(by === undefined ? {} : { by }) },
    ip: ip ?? tx.scope.ip ?? null,
  })
}
