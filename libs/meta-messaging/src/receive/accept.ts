import { createEchoes, type InboundEvent, type InboundMessage, type MessageOrigin } from '@recado/sdk'
import { isFileAddress } from '../cdn.ts'
import { PASSING } from '../connect/tidy.ts'
import type { Line } from '../line.ts'
import { HOUR_MS, WINDOW_HOURS } from '../platform.ts'
import { type BodyMapping, mapBody } from './map-body.ts'
import type { Arrival } from './map-item.ts'
import { partId } from './map-message.ts'
import type { Profiles } from './profiles.ts'

/** Hands over what a webhook brought. Resolves when it is durable. @throws what `push` throws */
export async function accept(line: Line, profiles: Profiles, own: ReadonlySet<string>, body: unknown): Promise<void> {
  const { ctx, platform, settings } = line
  const mapping: BodyMapping = {
    now: ctx.clock.now(),
    t: ctx.t,
    isFile: (address) => isFileAddress(address, ctx.endpoints),
    addressKind: platform.addressKind,
    object: platform.object,
    own,
    comments: settings.comments,
  }
  const { events: told, arrivals } = mapBody(body, mapping)
  const mapped = await createEchoes(ctx).settle(told)
  for (const arrival of arrivals) await keepArrival(line, arrival)
  const events: InboundEvent[] = []
  const used: string[] = []
  for (const event of mapped) {
    if (event.kind === 'removal') events.push(...(await wholeRemoval(line, event)))
    else if (event.kind === 'message') events.push(await withArrival(line, event, used))
    else events.push(event)
  }
  await keepParts(line, mapped)
  if (events.length > 0) await ctx.inbound.push(events)
  for (const customer of used) await ctx.store.delete(arrivalKey(customer))
  await profiles.want(customersIn(events))
}

const arrivalKey = (customer: string) => `${PASSING.arrival.prefix}${customer}`

const keepArrival = ({ ctx }: Line, { customer, origin, at }: Arrival) =>
  ctx.store.set(arrivalKey(customer), { origin, at })

/** The message after an arrival tells what the customer came for; a day later it no longer does. */
async function withArrival({ ctx }: Line, event: InboundMessage, used: string[]): Promise<InboundMessage> {
  const customer = event.chat.addresses[0]?.value
  if (!customer || event.direction === 'out' || event.origin || used.includes(customer)) return event
  const kept = (await ctx.store.get<{ origin: MessageOrigin; at: number }>(arrivalKey(customer)))?.value
  if (!kept) return event
  used.push(customer)
  return event.at - kept.at > WINDOW_HOURS * HOUR_MS ? event : { ...event, origin: kept.origin }
}

const partsKey = (mid: string) => `${PASSING.parts.prefix}${mid}`.slice(0, 512)

/** A deletion names the message alone, so how many became of it is kept. */
async function keepParts({ ctx }: Line, events: readonly InboundEvent[]): Promise<void> {
  const counts = new Map<string, number>()
  for (const event of events) {
    const part = event.kind === 'message' && event.album ? /^(.+)#(\d+)$/s.exec(event.externalId) : null
    if (part?.[1]) counts.set(part[1], Math.max(counts.get(part[1]) ?? 0, Number(part[2]) + 1))
  }
  for (const [mid, count] of counts) await ctx.store.set(partsKey(mid), { count, at: ctx.clock.now() })
}

async function wholeRemoval({ ctx }: Line, event: Extract<InboundEvent, { kind: 'removal' }>): Promise<InboundEvent[]> {
  const kept = (await ctx.store.get<{ count: number }>(partsKey(event.externalId)))?.value
  const count = Math.min(kept?.count ?? 1, 100)
  return Array.from({ length: count }, (_, index) => ({ ...event, externalId: partId(event.externalId, index) }))
}

/** Those who wrote in private: of others Meta tells nothing. */
const customersIn = (events: readonly InboundEvent[]): string[] =>
  events.flatMap((event) =>
    event.kind === 'message' && event.direction === 'in' ? (event.chat.addresses[0]?.value ?? []) : [],
  )
