/** A promise that somebody else settles; the first time counts. */
export interface Deferred {
  promise: Promise<void>
  resolve(): void
  reject(error: unknown): void
}

export function createDeferred(): Deferred {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // Nobody may be waiting any more.
  promise.catch(() => undefined)
  return { promise, resolve, reject }
}
