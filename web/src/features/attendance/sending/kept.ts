import { session } from '../../../lib/session/session.ts'
import { readStoredJson, store } from '../../../lib/storage.ts'
import type { Outgoing } from './local-message.ts'

interface Kept {
  outgoing: Outgoing
  /** Epoch milliseconds. */
  at: number
}

const LASTS = 24 * 60 * 60 * 1000

const keyOf = (): string => `recado.outbox.${session.user?.userId ?? 0}`
const read = (): Kept[] => readStoredJson<Kept[]>(keyOf(), [])
const write = (all: Kept[]): void => void store(keyOf(), all.length === 0 ? null : JSON.stringify(all))

/** Messages that the server does not have yet, where a reload and a closed tab find them again; files are too large. */
export const kept = {
  add(outgoing: Outgoing): void {
    if (outgoing.file) return
    write([...read().filter((one) => one.outgoing.id !== outgoing.id), { outgoing, at: Date.now() }])
  },

  drop(id: string): void {
    const all = read()
    if (all.some(({ outgoing }) => outgoing.id === id)) write(all.filter(({ outgoing }) => outgoing.id !== id))
  },

  all: (): Outgoing[] =>
    read()
      .filter(({ at }) => Date.now() - at < LASTS)
      .map(({ outgoing }) => outgoing),
}
