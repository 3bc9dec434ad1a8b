/** Who hears a realtime event. */
export type Audience =
  | { tenantId: number; to: 'tenant' }
  | { tenantId: number; to: 'user'; userId: number }
  | { tenantId: number; to: 'users'; userIds: readonly number[] }
  | { tenantId: number; to: 'admins' }
  | { to: 'operator' }

/** The hub puts `<tenantId>:` before the event's name. Call it after commit. */
export interface RealtimePort {
  publish(audience: Audience, event: string, payload: object): void | Promise<void>
}

/** A short-lived signed address of a stored file. */
export type FileUrl = (tenantId: number, mediaId: string) => string

export interface Log {
  error(fields: object, message: string): void
}
