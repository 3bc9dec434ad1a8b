import { createHmac } from 'node:crypto'
import { createRecorder, type HookSample, type Recorder } from '@recado/sdk/testing'
import type { Json, World } from './model.ts'

export interface Delivery {
  body: Json
  /** The request as Meta sends it: `hookRequest(delivery.hook)`. */
  hook: HookSample & { headers: Record<string, string>; body: Uint8Array }
}

/** What Meta tells a number's webhook. */
export interface Webhooks {
  /** All deliveries, whatever became of them, in order. */
  readonly deliveries: Recorder<Delivery>
  /** Deliveries that were not answered with 200; Meta would send them again. */
  readonly refused: Delivery[]
  /** Where deliveries are posted; null keeps them here. */
  deliverTo(url: string | null): void
  /** Tells one change of the number's account. */
  tell(field: string, value: Json): Delivery
  /** Tells a change that names the number (`metadata`). */
  tellNumber(field: string, value: Json): Delivery
  /** Several entries in one request. */
  tellMany(entries: Json[]): Delivery
  /** Collects changes and delivers them as one request, or each by itself in another order. */
  hold(): void
  release(how?: { batch?: boolean; reversed?: boolean; times?: number }): Delivery[]
  /** The next delivery is signed with another secret. */
  signBadly(): void
  /** Posts again what was refused. */
  redeliver(): Promise<void>
  /** From now on posts again by itself, until it is taken or nothing is delivered any more. */
  insist(pauseMs: number): void
  /** Resolves when this one was taken, or refused and not insisted on. */
  taken(delivery: Delivery): Promise<void>
  /** Resolves when nothing is under way. */
  idle(): Promise<void>
}

interface Account {
  phoneNumberId: string
  businessAccountId: string
  display: string
}

export function createWebhooks(world: World, account: Account): Webhooks {
  const deliveries = createRecorder<Delivery>('a delivery of the webhook')
  const refused: Delivery[] = []
  const underWay = new Set<Promise<void>>()
  const tasks = new WeakMap<Delivery, Promise<void>>()
  let againAfterMs: number | null = null
  let target: string | null = null
  let held: Json[] | null = null
  let signsBadly = false

  const post = async (delivery: Delivery, url: string): Promise<void> => {
    const { headers, body } = delivery.hook
    for (;;) {
      const answer = await fetch(url, { method: 'POST', headers, body: Buffer.from(body) }).catch(() => null)
      await answer?.body?.cancel()
      if (answer?.status === 200) return
      if (againAfterMs === null || target === null) break
      await new Promise((done) => setTimeout(done, againAfterMs ?? 0))
    }
    refused.push(delivery)
  }

  const send = (delivery: Delivery) => {
    if (!target) return
    const task: Promise<void> = post(delivery, target).finally(() => underWay.delete(task))
    underWay.add(task)
    tasks.set(delivery, task)
  }

  const deliver = (body: Json): Delivery => {
    const delivery = { body, hook: signedHook(body, signsBadly ? 'another secret' : world.appSecret) }
    signsBadly = false
    deliveries.add(delivery)
    send(delivery)
    return delivery
  }

  const tellEntry = (entry: Json): Delivery => {
    const body = { object: 'whatsapp_business_account', entry: [entry] }
    if (!held) return deliver(body)
    held.push(entry)
    return { body, hook: signedHook(body, world.appSecret) }
  }

  const tell = (field: string, value: Json) =>
    tellEntry({ id: account.businessAccountId, time: Math.floor(world.now() / 1000), changes: [{ field, value }] })

  return {
    deliveries,
    refused,
    deliverTo(url) {
      target = url
    },
    tell,
    tellNumber(field, value) {
      const metadata = {
        display_phone_number: account.display.replace(/\D/g, ''),
        phone_number_id: account.phoneNumberId,
      }
      return tell(field, { messaging_product: 'whatsapp', metadata, ...value })
    },
    tellMany: (entries) => deliver({ object: 'whatsapp_business_account', entry: entries }),
    hold() {
      held ??= []
    },
    release({ batch = false, reversed = false, times = 1 } = {}) {
      const entries = reversed ? [...(held ?? [])].reverse() : (held ?? [])
      held = null
      const bodies = batch ? [entries] : entries.map((entry) => [entry])
      return bodies.flatMap((entry) =>
        Array.from({ length: times }, () => deliver({ object: 'whatsapp_business_account', entry })),
      )
    },
    signBadly() {
      signsBadly = true
    },
    async redeliver() {
      for (const delivery of refused.splice(0)) if (target) await post(delivery, target)
    },
    insist(pauseMs) {
      againAfterMs = pauseMs
    },
    taken: async (delivery) => tasks.get(delivery),
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}

/** Meta escapes what is not ASCII; the signature is over those bytes. */
export function signedHook(body: unknown, secret: string): Delivery['hook'] {
  const text = JSON.stringify(body).replace(
    /[\u0080-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  const raw = new TextEncoder().encode(text)
  const signature = createHmac('sha256', secret).update(raw).digest('hex')
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
    body: raw,
  }
}
