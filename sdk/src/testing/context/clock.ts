/** A clock that stands still until the test moves it. */
export interface TestClock {
  now(): number
  set(epochMs: number): void
  advance(ms: number): void
}

export function createTestClock(start: number): TestClock {
  let time = start
  return {
    now: () => time,
    set(epochMs) {
      time = epochMs
    },
    advance(ms) {
      time += ms
    },
  }
}
