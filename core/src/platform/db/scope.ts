/** Who acts, in which company. Passed on explicitly through every service. */
export interface Scope {
  tenantId: number
  actor: Actor
  locale: Locale
  requestId: string
  /** Where the request came from; absent for work that nobody asked for by HTTP. */
  ip?: string
}

export type Actor =
  | { kind: 'user'; userId: number; profile: Profile; sessionId: string; name: string }
  /** Tenant 1's admin acting in another company; `tenantId` is where the person belongs. */
  | { kind: 'operator'; userId: number; tenantId: number; sessionId: string; name: string }
  /** Jobs and inbound events. */
  | { kind: 'system'; name: string }

export type Profile = 'admin' | 'supervisor' | 'supervisorfila' | 'user'
export type Locale = 'pt' | 'en' | 'es'

export const systemScope = (tenantId: number, name: string): Scope => ({
  tenantId,
  actor: { kind: 'system', name },
  locale: 'pt',
  requestId: name,
})

/** The person's id within this company; null for the system and for the operator, who has none here. */
export const userIdOf = (scope: Scope): number | null => (scope.actor.kind === 'user' ? scope.actor.userId : null)
