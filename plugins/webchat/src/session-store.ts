import type { Store } from '@recado/sdk'
import type { Session } from './sessions.ts'

const PREFIX = 'session:'
const ID = /^[0-9a-f]{32}$/
const TRIES = 8
const SWEEP_PAGE = 500

/** Sessions in the host's key-value store; `update` retries when another node was first. */
export function createSessionStore(store: Store) {
  async function create(session: Session): Promise<void> {
    await store.set(PREFIX + session.id, session, { ifVersion: 0 })
  }

  async function read(id: string): Promise<Session | null> {
    if (!ID.test(id)) return null
    const row = await store.get<Session>(PREFIX + id)
    return row?.value ?? null
  }

  /** Null when there is no such session any more. */
  async function update(id: string, change: (session: Session) => Session): Promise<Session | null> {
    for (let turn = 0; turn < TRIES; turn += 1) {
      const row = await store.get<Session>(PREFIX + id)
      if (!row) return null
      const after = change(row.value)
      if (after === row.value) return after
      const version = await store.set(PREFIX + id, after, { ifVersion: row.version })
      if (version !== null) return after
    }
    throw new Error('the session is written by too many at once')
  }

  const remove = (id: string): Promise<void> => store.delete(PREFIX + id)

  /** Deletes what expired before `now`, one slice of the key space per first hex digits, so that any number fits. */
  async function sweep(now: number, signal: AbortSignal): Promise<number> {
    let removed = 0
    for (let slice = 0; slice < 256 && !signal.aborted; slice += 1) {
      const rows = await store.list<Session>(PREFIX + slice.toString(16).padStart(2, '0'), SWEEP_PAGE)
      for (const row of rows.filter(({ value }) => value.expiresAt <= now)) {
        await store.delete(row.key)
        removed += 1
      }
    }
    return removed
  }

  return { create, read, update, remove, sweep }
}
