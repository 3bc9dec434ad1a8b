import type { Log as PluginLog } from '@recado/sdk'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/logger.ts'

const PER_MINUTE = 300
const MAX_TEXT = 1000
const MAX_FIELDS = 20
const SECRET_NAME = /token|secret|password|authorization|cookie|api[-_]?key/i
/** Bot tokens and bearer tokens inside a sentence. */
const SECRET_TEXT = /(\b(?:bearer|bot)\s*)[A-Za-z0-9:_.~+/-]{16,}/gi

/** The log of an instance: fields are flattened and cut, secrets struck out, a flood is held back. */
export function createPluginLog(log: Log, clock: Clock): PluginLog {
  let minute = 0
  let written = 0
  const write =
    (level: 'debug' | 'info' | 'warn' | 'error') =>
    (message: string, fields: Record<string, unknown> = {}) => {
      const now = Math.floor(clock.now() / 60_000)
      if (now !== minute) {
        minute = now
        written = 0
      }
      written += 1
      if (written === PER_MINUTE) log.warn({}, 'the plugin logs too much; the rest of this minute is dropped')
      if (written >= PER_MINUTE) return
      log[level]({ fields: redact(fields) }, clean(String(message)))
    }
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
}

function redact(fields: unknown): Record<string, unknown> {
  if (typeof fields !== 'object' || fields === null) return {}
  return Object.fromEntries(
    Object.entries(fields)
      .slice(0, MAX_FIELDS)
      .map(([name, value]) => [name.slice(0, 64), SECRET_NAME.test(name) ? '[redacted]' : plain(value)]),
  )
}

function plain(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value
  if (value instanceof Error) return clean(`${value.name}: ${value.message}`)
  if (typeof value === 'string') return clean(value)
  try {
    return clean(JSON.stringify(value, (name, entry: unknown) => (SECRET_NAME.test(name) ? '[redacted]' : entry)) ?? '')
  } catch {
    return '[unprintable]'
  }
}

const clean = (text: string): string => text.slice(0, MAX_TEXT).replace(SECRET_TEXT, '$1[redacted]')
