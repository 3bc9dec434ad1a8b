import type { Rate } from './limits.ts'

const MOST_KEYS = 20_000

export interface Rates {
  /** False when the key has used up its share. */
  take(key: string, rate: Rate): boolean
}

/** Token buckets in this process's memory; the oldest keys go first when there are too many. */
export function createRates(clock: { now(): number }): Rates {
  const buckets = new Map<string, { left: number; at: number }>()
  return {
    take(key, rate) {
      const now = clock.now()
      const bucket = buckets.get(key) ?? { left: rate.max, at: now }
      const refilled = Math.min(rate.max, bucket.left + ((now - bucket.at) * rate.max) / rate.perMs)
      buckets.delete(key)
      buckets.set(key, { left: refilled >= 1 ? refilled - 1 : refilled, at: now })
      const oldest = buckets.size > MOST_KEYS ? buckets.keys().next().value : undefined
      if (oldest !== undefined) buckets.delete(oldest)
      return refilled >= 1
    },
  }
}

/** One subscriber of IPv6 owns a whole /64, so that is what is counted. */
export function networkOf(ip: string): string {
  if (!ip.includes(':') || ip.includes('.')) return ip
  const [head = '', tail] = ip.split('::')
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => '0')
  return [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
