import { createRecorder, type Recorder } from '@recado/sdk/testing'
import type { Account, Raw } from './model.ts'

export interface Delivery {
  body: Raw
  /** What the webhook answered; 0 when nobody did. */
  status: number
}

/** Where deliveries go in place of the subscribed addresses: an address, or what stands in its place. */
export type Target =
  | string
  | ((hook: { headers: Record<string, string>; body: unknown }) => Promise<{ status?: number }>)

export interface Deliveries {
  readonly deliveries: Recorder<Delivery>
  deliverTo(target: Target | null): void
  /** To everybody who subscribed to this channel's events of the kind. */
  deliver(channel: string, body: Raw): Promise<void>
  /** Once more, as after an answer that got lost: under another id when given. */
  repeat(delivery: Delivery, id?: string): Promise<void>
  /** The panel's button: a form, to one address. */
  pressTestButton(channel: string): Promise<number>
}

const JSON_TYPE = { 'content-type': 'application/json' }

export function createDeliveries(account: Account): Deliveries {
  const deliveries = createRecorder<Delivery>('a delivery of the hub')
  let instead: Target | null = null

  const targetsOf = (channel: string, event: string): Target[] => {
    if (instead) return [instead]
    return account.subscriptions
      .filter((one) => one.channel === channel && one.eventType === event)
      .map(({ url }) => url)
  }
  const deliver = async (channel: string, body: Raw) => {
    const event = body.type === 'MESSAGE_STATUS' ? 'MESSAGE_STATUS' : 'MESSAGE'
    for (const target of targetsOf(channel, event)) {
      deliveries.add({ body, status: await statusOf(target, JSON_TYPE, body) })
    }
  }
  return {
    deliveries,
    deliverTo(target) {
      instead = target
    },
    deliver,
    async repeat({ body }, id) {
      const message = body.message as Raw | undefined
      const again = id ? { ...body, id: `${id}-envelope`, ...(message ? { message: { ...message, id } } : {}) } : body
      await deliver(String(body.subscriptionId ?? message?.to), again)
    },
    async pressTestButton(channel) {
      const [target] = targetsOf(channel, 'MESSAGE')
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      return target ? statusOf(target, headers, 'mensagem=Test') : 0
    },
  }
}

async function statusOf(target: Target, headers: Record<string, string>, body: unknown): Promise<number> {
  try {
    if (typeof target === 'function') return (await target({ headers, body })).status ?? 200
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const answer = await fetch(target, { method: 'POST', headers, body: text })
    await answer.body?.cancel()
    return answer.status
  } catch (error) {
    // Nobody there, or a refusal that the host would answer with 5xx.
    return error instanceof TypeError ? 0 : 503
  }
}
