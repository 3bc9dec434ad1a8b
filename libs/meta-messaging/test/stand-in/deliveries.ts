import { createHmac } from 'node:crypto'
import { bytesOf, createRecorder, type HookSample, type Recorder } from '@recado/sdk/testing'

/** Where events go: the channel's address, or whatever a test does with them. */
export type Sink = string | ((sample: HookSample) => Promise<{ status?: number } | undefined>) | null

export interface Deliveries {
  readonly done: Recorder<{ status: number; body: unknown }>
  /** From now on events go here; null keeps them. */
  deliverTo(sink: Sink): void
  /** Signed as Meta signs. */
  signed(body: unknown): HookSample
  /** One webhook. Repeats and odd signatures on demand. */
  deliver(body: unknown, options?: { times?: number; signature?: string }): Promise<void>
  /** Keeps what comes until `release`, which delivers it in the given order. */
  hold(): void
  release(order?: (bodies: unknown[]) => unknown[]): Promise<void>
}

export function createDeliveries(secret: () => string): Deliveries {
  const done = createRecorder<{ status: number; body: unknown }>('a delivery')
  let sink: Sink = null
  let held: unknown[] | null = null

  const signed = (body: unknown): HookSample => ({
    body,
    headers: { 'X-Hub-Signature-256': `sha256=${createHmac('sha256', secret()).update(bytesOf(body)).digest('hex')}` },
  })

  const once = async (sample: HookSample): Promise<void> => {
    if (sink === null) return
    const status =
      typeof sink === 'string'
        ? await fetch(sink, {
            method: 'POST',
            headers: { 'content-type': 'application/json', ...sample.headers },
            body: Buffer.from(bytesOf(sample.body)),
          }).then((answer) => answer.status)
        : ((await sink(sample))?.status ?? 200)
    done.add({ status, body: sample.body })
  }

  const deliver: Deliveries['deliver'] = async (body, { times = 1, signature } = {}) => {
    if (held) {
      held.push(body)
      return
    }
    const sample = signed(body)
    if (signature !== undefined) sample.headers = { 'X-Hub-Signature-256': signature }
    for (let count = 0; count < times; count += 1) await once(sample)
  }

  return {
    done,
    deliverTo(next) {
      sink = next
    },
    signed,
    deliver,
    hold() {
      held = []
    },
    async release(order = (bodies) => bodies) {
      const bodies = held ?? []
      held = null
      for (const body of order(bodies)) await deliver(body)
    },
  }
}
