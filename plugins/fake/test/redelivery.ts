import { setTimeout as wait } from 'node:timers/promises'
import type { InboundEvent } from '@recado/sdk'

export interface Redelivery {
  /**
   * Posts the events to a hook address again and again, with a pause between, until it answers 2xx; as providers do
   * while we restart. Resolves with the number of tries; rejects once the provider is closed.
   */
  deliver(hookUrl: string, events: InboundEvent[], options?: { pauseMs?: number; timeoutMs?: number }): Promise<number>
  /** Waits, at most until the provider is closed. */
  pause(ms: number): Promise<void>
  stop(): void
}

export function createRedelivery(): Redelivery {
  const stopping = new AbortController()
  const pause = (ms: number) => wait(ms, undefined, { signal: stopping.signal })

  const acknowledged = async (hookUrl: string, events: InboundEvent[], timeoutMs: number): Promise<boolean> => {
    try {
      const answer = await fetch(hookUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ events }),
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(timeoutMs)]),
      })
      await answer.arrayBuffer()
      return answer.ok
    } catch {
      // No answer is an answer too: try again.
      return false
    }
  }

  return {
    pause,
    async deliver(hookUrl, events, { pauseMs = 50, timeoutMs = 5000 } = {}) {
      for (let tries = 1; ; tries += 1) {
        stopping.signal.throwIfAborted()
        if (await acknowledged(hookUrl, events, timeoutMs)) return tries
        await pause(pauseMs)
      }
    },
    stop: () => stopping.abort(),
  }
}
