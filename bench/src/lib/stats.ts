export interface Sample {
  /** Per second. */
  rate: number
  /** Milliseconds. */
  p50: number
  p99: number
  count: number
}

export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

export const sampleOf = (times: number[], seconds: number): Sample => ({
  rate: times.length / seconds,
  p50: quantile(times, 0.5),
  p99: quantile(times, 0.99),
  count: times.length,
})

/** Of several rounds: the middle of each column. */
export const medianSample = (samples: Sample[]): Sample => ({
  rate: median(samples.map(({ rate }) => rate)),
  p50: median(samples.map(({ p50 }) => p50)),
  p99: median(samples.map(({ p99 }) => p99)),
  count: samples.reduce((sum, { count }) => sum + count, 0),
})

/** Comparable between processes of one machine. */
export const now = (): number => performance.timeOrigin + performance.now()

export const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

export async function until<T>(
  what: string,
  look: () => Promise<T | null | false> | T | null | false,
  ms = 30_000,
  everyMs = 25,
) {
  const deadline = Date.now() + ms
  for (;;) {
    const found = await look()
    if (found) return found
    if (Date.now() > deadline) throw new Error(`waited too long for ${what}`)
    await pause(everyMs)
  }
}
