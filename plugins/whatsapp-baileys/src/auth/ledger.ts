import type { Store } from '@recado/sdk'
import { BufferJSON } from '@whiskeysockets/baileys'
import { createTurns } from '../library/turns.ts'
import { pause } from '../library/wait.ts'

const TRIES = 4
/** Characters of one stored value; the store takes 256 KB. What is longer is kept in parts. */
const PART = 120_000

/** The session's secrets in the host's store: written one after the other, in the order in which they were given. */
export interface Ledger {
  read(key: string): Promise<unknown>
  /** All or nothing. Null marks what is gone. @throws when the store refused it repeatedly */
  write(entries: Record<string, unknown>): Promise<void>
  /** Forgets everything below a prefix. */
  clear(prefix: string): Promise<void>
  idle(): Promise<void>
}

export interface LedgerOptions {
  store: Store
  signal: AbortSignal
  retryMs: number
  /** A write was given up: what is in memory is ahead of the store, so the session must not go on. */
  onFailure(error: unknown): void
}

export function createLedger({ store, signal, retryMs, onFailure }: LedgerOptions): Ledger {
  const turns = createTurns()

  const persist = async (sealed: Record<string, unknown>): Promise<void> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await store.setMany(sealed, { sealed: true })
      } catch (error) {
        if (attempt >= TRIES || signal.aborted) throw error
        await pause(retryMs * attempt, signal)
      }
    }
  }

  return {
    async read(key) {
      const found = await store.get(key)
      if (found === null || found.value === null) return null
      const parts = partsOf(found.value)
      if (parts === null) return revive(found.value)
      const texts = await Promise.all(
        Array.from({ length: parts }, (_, index) => store.get<string>(partKey(key, index))),
      )
      return JSON.parse(texts.map((text) => text?.value ?? '').join(''), BufferJSON.reviver)
    },
    write(entries) {
      // Made into text now: the library goes on changing what it handed over.
      const sealed = Object.fromEntries(Object.entries(entries).flatMap(([key, value]) => rowsOf(key, value)))
      return turns.run(async () => {
        try {
          await persist(sealed)
        } catch (error) {
          onFailure(error)
          throw error
        }
        // Marked as gone above, in one step with the rest; what is left of it may go at leisure.
        const gone = Object.keys(sealed).filter((key) => sealed[key] === null)
        await Promise.allSettled(gone.map((key) => store.delete(key)))
      })
    },
    clear: (prefix) =>
      turns.run(async () => {
        for (;;) {
          const rows = await store.list(prefix, 500)
          if (rows.length === 0) return
          for (const { key } of rows) await store.delete(key)
        }
      }),
    idle: turns.idle,
  }
}

const revive = (value: unknown): unknown => JSON.parse(JSON.stringify(value), BufferJSON.reviver)
const partKey = (key: string, index: number): string => `${key}#${index}`

function partsOf(value: unknown): number | null {
  const parts: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, '~parts') : undefined
  return typeof parts === 'number' ? parts : null
}

function rowsOf(key: string, value: unknown): [string, unknown][] {
  if (value === null) return [[key, null]]
  const text = JSON.stringify(value, BufferJSON.replacer)
  if (text.length <= PART) return [[key, JSON.parse(text)]]
  const parts = Math.ceil(text.length / PART)
  const rows = Array.from({ length: parts }, (_, index): [string, unknown] => [
    partKey(key, index),
    text.slice(index * PART, (index + 1) * PART),
  ])
  return [[key, { '~parts': parts }], ...rows]
}
