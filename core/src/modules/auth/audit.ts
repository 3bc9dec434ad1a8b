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
}

const actorId = (actor: Scope['actor']): number | null => (actor.kind === 'system' ? null : actor.userId)

/** Writes down who did what, in the change's own transaction (reliability A-22). */
export const audit = (tx: Tx, entry: AuditEntry): Promise<void> =>
  insertAudit(tx, {
    id: v7(),
    actorKind: tx.scope.actor.kind,
    actorId: actorId(tx.scope.actor),
    action: entry.action,
    object: entry.object ?? null,
    details: { ...entry.details, ...(tx.scope.actor.kind === 'system' ? { by: tx.scope.actor.name } : {}) },
    ip: entry.ip ?? null,
  })
