import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

/** How a call goes wrong. */
export type Failure =
  | { status: number; description?: string; parameters?: Record<string, unknown> }
  /** An answer that is no JSON, as of a proxy in between. */
  | { status: number; html: string }
  /** The connection breaks; with `accepted` after Telegram did what was asked. */
  | { reset: true; accepted?: boolean }
  /** Half an answer, then the connection breaks; Telegram did what was asked. */
  | { half: true }
  /** No answer until the caller gives up; with `accepted` Telegram did what was asked. */
  | { silent: true; accepted?: boolean }
  /** The right answer, late. */
  | { delayMs: number }

export interface Failures {
  /** The next `times` calls of the method (`*`: of any) fail so. */
  add(method: string, failure: Failure, times: number): void
  take(method: string): Failure | undefined
}

export function createFailures(): Failures {
  const planned: { method: string; failure: Failure }[] = []
  return {
    add(method, failure, times) {
      for (let count = 0; count < times; count += 1) planned.push({ method, failure })
    },
    take(method) {
      const index = planned.findIndex((plan) => plan.method === method || plan.method === '*')
      return index < 0 ? undefined : planned.splice(index, 1)[0]?.failure
    },
  }
}

/** Answers as the failure says; false when the call is to be answered rightly after all. */
export async function play(
  failure: Failure,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  run: () => Promise<unknown>,
): Promise<boolean> {
  if ('delayMs' in failure) {
    await wait(failure.delayMs)
    return false
  }
  if ('html' in failure) {
    outgoing.writeHead(failure.status, { 'content-type': 'text/html' }).end(failure.html)
    return true
  }
  if ('status' in failure) {
    const { status, description = 'Forced', parameters } = failure
    const body = { ok: false, error_code: status, description, ...(parameters ? { parameters } : {}) }
    outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    return true
  }
  if ('half' in failure || failure.accepted) await run()
  if ('half' in failure) {
    outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
    outgoing.write('{"ok":true,"result":{"mess')
    await new Promise((resolve) => setImmediate(resolve))
  }
  if (!('silent' in failure)) incoming.socket.destroy()
  return true
}
