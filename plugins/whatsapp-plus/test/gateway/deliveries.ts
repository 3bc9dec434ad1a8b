import { createRecorder, type Recorder } from '@recado/sdk/testing'
import type { World } from './model.ts'

/** A request to the webhook, as the vendor makes it. */
export interface Payload {
  headers: Record<string, string>
  body: string
}

export interface Delivery {
  path: string
  payload: Payload
  /** 0 when nobody answered. */
  status: number
}

/** Calls the registered webhook: once, again, late or in another order, as a test wants it. */
export interface Deliveries {
  readonly made: Recorder<Delivery>
  /** Stands in front of the installation: the registered address is called at this origin. */
  deliverTo(origin: string): void
  /** Keeps back what is to be delivered until `release`; in reverse order on request. */
  hold(): void
  release(order?: 'as it was' | 'reversed'): Promise<void>
  /** Each delivery is made so many times. */
  repeat(times: number): void
  deliver(payload: Payload): Promise<void>
}

export function createDeliveries(world: World): Deliveries {
  const made = createRecorder<Delivery>('a delivery to the webhook')
  let origin: string | null = null
  let times = 1
  let held: Payload[] | null = null

  const post = async (payload: Payload) => {
    if (!world.webhook) return
    const { pathname, search, origin: registered } = new URL(world.webhook.url)
    const answer = await fetch(new URL(pathname + search, origin ?? registered), { method: 'POST', ...payload }).catch(
      () => null,
    )
    await answer?.body?.cancel()
    made.add({ path: pathname, payload, status: answer?.status ?? 0 })
  }

  return {
    made,
    deliverTo(next) {
      origin = next
    },
    hold() {
      held ??= []
    },
    async release(order = 'as it was') {
      const waiting = held ?? []
      held = null
      for (const payload of order === 'reversed' ? waiting.reverse() : waiting) await post(payload)
    },
    repeat(count) {
      times = count
    },
    async deliver(payload) {
      for (let turn = 0; turn < times; turn += 1) {
        if (held) held.push(payload)
        else await post(payload)
      }
    },
  }
}
