import { isSupervisor } from './modules/auth/policy.ts'
import { OPERATOR_TENANT } from './modules/operator/policy.ts'
import type { Scope } from './platform/db/scope.ts'
import type { Auth } from './platform/http/contract.ts'

/** Admins of the operator's company. */
export const isOperator = ({ tenantId, actor }: Scope): boolean =>
  actor.kind === 'operator' || (actor.kind === 'user' && tenantId === OPERATOR_TENANT && actor.profile === 'admin')

/** The first gate of a route: what the profile alone decides. */
export function permits(scope: Scope, auth: Auth): boolean {
  const { actor } = scope
  switch (auth) {
    case 'public':
    case 'user':
      return actor.kind !== 'system'
    case 'supervisor':
      return actor.kind === 'operator' || (actor.kind === 'user' && isSupervisor(actor.profile))
    case 'admin':
      return actor.kind === 'operator' || (actor.kind === 'user' && actor.profile === 'admin')
    case 'operator':
      return isOperator(scope)
  }
}
