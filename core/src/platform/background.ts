import type { Log } from './logger.ts'

/** Work that nobody waits for; its failure is logged instead of lost. */
export function background(log: Pick<Log, 'error'>, name: string, work: Promise<unknown> | (() => unknown)): void {
  const run = typeof work === 'function' ? Promise.resolve().then(work) : work
  run.catch((error: unknown) => log.error({ err: error, work: name }, 'background work failed'))
}
