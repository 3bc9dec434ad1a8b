const FIRST_MS = 1_000
const LONGEST_MS = 30_000

/** Waits between tries: doubling from one to thirty seconds, the upper half of it by chance, without an end. */
export function backoff(failures: number, chance = Math.random()): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 10))
  return Math.max(FIRST_MS, full * (0.5 + chance / 2))
}
