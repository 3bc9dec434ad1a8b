import { createRecorder, type Recorder } from '@recado/sdk/testing'
import type { Raw, Session } from './model.ts'

/** One event on its way to the webhook. */
export interface Hook {
  headers: Record<string, string>
  body: { dataType: string; data?: Raw; sessionId: string }
}

export interface Delivery extends Hook {
  /** What the webhook answered; 0 when nobody did. The gateway never tries again. */
  status: number
}

/** Where hooks go: an address, or what stands in its place. */
export type Target = string | ((hook: Hook) => Promise<{ status?: number }>)

export type Post = (dataType: string, data?: Raw) => Promise<void>

export interface Hooks {
  readonly deliveries: Recorder<Delivery>
  /** The gateway's `BASE_WEBHOOK_URL`; an address of the session's own goes before an address here. */
  deliverTo(target: Target | null): void
  /** Sends it once more, as a gateway with two workers does. */
  repeat(delivery: Delivery): Promise<void>
  postAs(session: Session): Post
}

export function createHooks(apiKey: string): Hooks {
  const deliveries = createRecorder<Delivery>('a delivery of the gateway')
  let base: Target | null = null

  const deliver = async (hook: Hook, session: Session | null) => {
    const target = typeof base === 'function' ? base : (session?.webhookUrl ?? base)
    if (target) deliveries.add({ ...hook, status: await statusOf(target, hook) })
  }
  return {
    deliveries,
    deliverTo(target) {
      base = target
    },
    repeat: ({ headers, body }) => deliver({ headers, body }, null),
    postAs: (session) => (dataType, data) => {
      const body = { dataType, sessionId: session.id, ...(data ? { data: structuredClone(data) } : {}) }
      return deliver({ headers: { 'x-api-key': apiKey }, body }, session)
    },
  }
}

async function statusOf(target: Target, hook: Hook): Promise<number> {
  try {
    if (typeof target === 'function') return (await target(hook)).status ?? 200
    const headers = { ...hook.headers, 'content-type': 'application/json' }
    const answer = await fetch(target, { method: 'POST', headers, body: JSON.stringify(hook.body) })
    await answer.body?.cancel()
    return answer.status
  } catch (error) {
    // Nobody there, or a refusal that the host would answer with 5xx: fire and forget.
    return error instanceof TypeError ? 0 : 503
  }
}
