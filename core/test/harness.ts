import type { Clock } from '../src/platform/clock.ts'
import { startDatabase, type TestDatabase } from './database.ts'

export interface TestClock extends Clock {
  advance(ms: number): void
}

/** Runs on from the real time, and can be pushed forward. */
export function createTestClock(): TestClock {
  let ahead = 0
  return {
    now: () => Date.now() + ahead,
    advance(ms) {
      ahead += ms
    },
  }
}

export interface Harness {
  db: TestDatabase
  clock: TestClock
  close(): Promise<void>
}

/** What the tests of services stand on: a database of their own and a clock. */
export async function startHarness(): Promise<Harness> {
  const db = await startDatabase()
  return { db, clock: createTestClock(), close: () => db.close() }
}
