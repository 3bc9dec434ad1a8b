import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino'

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

/** To standard output, or to `out`. */
export function createLogger(options: { level: string; name: string }, out?: DestinationStream): Logger {
  const all = {
    ...options,
    serializers: { err: plainError },
    redact: { paths: REDACTED_PATHS, censor: '[redacted]' },
  }
  return out ? pino(all, out) : pino(all)
}

/** What tells about a failure; drivers hang whole connections onto their errors, passwords included. */
function plainError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const { type, message, stack } = stdSerializers.err(error)
  const code = 'code' in error ? { code: String(error.code) } : {}
  return { type, message, ...code, stack }
}

export const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => silentLog,
}
