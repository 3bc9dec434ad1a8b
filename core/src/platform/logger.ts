import { type Logger, pino } from 'pino'

/** Structured log: fields first, then a sentence. */
export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
  child(fields: object): Log
}

/** Names of fields whose values never reach a log, at the top and up to two levels down. */
const SECRET_FIELDS = [
  'password',
  'passwordHash',
  'token',
  'accessToken',
  'refreshToken',
  'resetToken',
  'secret',
  'apiKey',
  'authorization',
  'cookie',
]

const REDACTED_PATHS = SECRET_FIELDS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])

export function createLogger(options: { level: string; name: string }): Logger {
  return pino({ ...options, redact: { paths: REDACTED_PATHS, censor: '[redacted]' } })
}

export const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => silentLog,
}
