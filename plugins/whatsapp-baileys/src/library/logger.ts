import type { Log } from '@recado/sdk'
import type { ILogger } from '@whiskeysockets/baileys/lib/Utils/logger.js'

const nothing = () => undefined

/**
 * The library's logger. It logs whole stanzas, keys and message texts as fields, and errors that quote them; only its
 * own fixed sentences are passed on, and the codes of errors.
 */
export function createLogger(log: Log): ILogger {
  const pass = (write: (message: string, fields: Record<string, unknown>) => void) => (given: unknown, text?: string) =>
    write(sentence(typeof given === 'string' ? given : text), codes(given))
  const logger: ILogger = {
    level: 'warn',
    child: () => logger,
    trace: nothing,
    debug: nothing,
    info: nothing,
    warn: pass((message, fields) => log.debug(message, fields)),
    error: pass((message, fields) => log.debug(message, fields)),
  }
  return logger
}

/** Without ids, numbers and whatever stands in quotes. */
function sentence(text: string | undefined): string {
  const plain = (text ?? 'no text').replace(/\S*@\S*|["'`].*["'`]|\{.*\}|[\d+]{5,}/gs, '…')
  return `library: ${plain.slice(0, 160)}`
}

function codes(given: unknown): Record<string, unknown> {
  const error = part(given, 'err') ?? part(given, 'error')
  const code = part(part(error, 'output'), 'statusCode')
  const name = part(error, 'name')
  return {
    ...(typeof code === 'number' ? { code } : {}),
    ...(typeof name === 'string' ? { name } : {}),
  }
}

const part = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
