import type { TestDatabase } from './database.ts'

/**
 * Answers when somebody waits for an advisory lock of this database, or for another transaction to end, or when `done` has
 * ended without.
 */
export async function untilHeldUp(
  db: TestDatabase,
  done: Promise<unknown>,
  by: 'advisory' | 'transactionid' = 'advisory',
): Promise<void> {
  let ended = false
  const end = () => {
    ended = true
  }
  done.then(end, end)
  while (!ended) {
    const rows = await db.owner(
      `select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and wait_event = $1`,
      [by],
    )
    if (rows.length > 0) return
  }
}
