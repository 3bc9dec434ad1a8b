import { isPluginError } from '../errors.ts'

const { setTimeout: startTimer, clearTimeout: stopTimer } = globalThis
const PATIENCE_MS = 10_000

export type Outcome<T> = { state: 'done'; value: T } | { state: 'failed'; error: unknown } | { state: 'hanging' }

/** Calls and waits at most `patienceMs`; a synchronous throw counts as a failed call. */
export async function outcomeOf<T>(call: () => Promise<T> | T, patienceMs = PATIENCE_MS): Promise<Outcome<T>> {
  let timer: ReturnType<typeof startTimer> | undefined
  const patience = new Promise<Outcome<T>>((resolve) => {
    timer = startTimer(() => resolve({ state: 'hanging' }), patienceMs)
  })
  const run = async (): Promise<Outcome<T>> => {
    try {
      return { state: 'done', value: await call() }
    } catch (error) {
      return { state: 'failed', error }
    }
  }
  const result = await Promise.race([run(), patience])
  stopTimer(timer)
  return result
}

export const describeError = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : `a ${typeof error} that is not an Error`

/** What is wrong with how a call ended, when it may fail: only with an error of the closed list. */
export function misbehaviour(what: string, outcome: Outcome<unknown>): string[] {
  if (outcome.state === 'hanging') return [`${what} neither resolved nor rejected within ${PATIENCE_MS / 1000} s`]
  if (outcome.state === 'failed' && !isPluginError(outcome.error)) {
    return [`${what} threw ${describeError(outcome.error)}, which is not on the closed list of errors`]
  }
  return []
}

/** What is wrong with how a call ended, when it had to succeed. */
export function failure(what: string, outcome: Outcome<unknown>): string[] {
  if (outcome.state === 'failed') return [`${what} failed with ${describeError(outcome.error)}`]
  return misbehaviour(what, outcome)
}

/** Is it the way in which an aborted call may end? */
export const isAbort = (error: unknown): boolean =>
  isPluginError(error) || (error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError'))
