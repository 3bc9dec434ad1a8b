import type { TestDatabase } from './database.ts'

/** Answers when somebody waits for an advisory lock of this database, or when `done` has ended without. */
export async function untilHeldUp(db: TestDatabase, done: Promise<unknown>): Promise<void> {
  let ended = false
  void done.finally(() => {
    ended = true
  })
  while (!ended) {
    const rows = await db.owner(
      `select 1 from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
        where l.locktype = 'advisory' and not l.granted`,
    )
    if (rows.length > 0) return
  }
}
