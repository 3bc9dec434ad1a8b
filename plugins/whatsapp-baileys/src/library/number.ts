/** A number that may come as a number, as text, or as a Long of the protobuf library; undefined when it is none. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'object' && value !== null) {
    const { low, high, unsigned } = value as { low?: unknown; high?: unknown; unsigned?: unknown }
    if (typeof low !== 'number' || typeof high !== 'number') return undefined
    return (unsigned ? high >>> 0 : high) * 2 ** 32 + (low >>> 0)
  }
  if (typeof value === 'string' && value.trim() === '') return undefined
  if (typeof value !== 'number' && typeof value !== 'string') return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

/** Epoch milliseconds of WhatsApp's seconds; `fallback` for what is none. */
export function millisecondsOf(seconds: unknown, fallback: number): number {
  const value = numberOf(seconds)
  return value === undefined || value <= 0 ? fallback : Math.round(value * 1000)
}
