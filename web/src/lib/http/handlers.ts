import type { HttpError } from './errors.ts'

/** What the application does when a call says that the session or the plan has ended. Set once at start. */
export const httpHandlers: {
  sessionLost(error: HttpError): void
  planExpired(error: HttpError): void
  /** Language of server texts. */
  language(): string
} = {
  sessionLost: () => undefined,
  planExpired: () => undefined,
  language: () => 'pt',
}
