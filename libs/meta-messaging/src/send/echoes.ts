import { type Content, contentText, type InboundEvent, type InboundMessage, type OutboundMessage } from '@recado/sdk'
import { PASSING } from '../connect/tidy.ts'
import type { Line } from '../line.ts'

/** How far the time of an echo may lie from that of its send. */
const WINDOW_MS = 10 * 60_000
const MOST = 200
const LONGEST = 500

interface Expected {
  id: string
  text: string
  at: number
  /** Meta's id, as soon as it answered. */
  mid?: string
}

/** What both sides show: of files the kind, since names and addresses change on the way. */
const textOf = (content: Content): string =>
  (content.type === 'media' ? `[${content.kind === 'voice' ? 'audio' : content.kind}]` : contentText(content))
    .trim()
    .slice(0, LONGEST)

const prefixOf = (customer: string) => `${PASSING.echo.prefix}${customer}:`

/**
 * Where echoes do not give our id back, a send whose answer got lost is known by its echo all the same: by to whom,
 * what and when. Written before the send, since the echo may be faster than the answer.
 */
export async function expectEcho({ ctx }: Line, { id, to, content }: OutboundMessage) {
  const key = `${prefixOf(to.value)}${id}`.slice(0, 512)
  const expected: Expected = { id, text: textOf(content), at: ctx.clock.now() }
  await ctx.store.set(key, expected)
  return {
    /** Its echo has this id, and no other is taken for it. */
    answered: (mid: string) => ctx.store.set(key, { ...expected, mid }),
    /** Nothing went out. */
    refused: () => ctx.store.delete(key),
  }
}

/** The events, with our id and the word that it was sent on each echo that settles a send without an answer. */
export async function settleEchoes(line: Line, events: readonly InboundEvent[]): Promise<InboundEvent[]> {
  const { store } = line.ctx
  const settled: InboundEvent[] = []
  for (const event of events) {
    const customer = event.kind === 'message' ? event.chat.addresses[0]?.value : undefined
    const isEcho = event.kind === 'message' && event.direction === 'out' && !event.clientId && !event.album
    if (line.platform.echoesMetadata || !isEcho || !customer) {
      settled.push(event)
      continue
    }
    const entries = await store.list<Expected | null>(prefixOf(customer), MOST)
    // Told again, the same delivery settles the same send.
    const known = entries.find(({ value }) => value?.mid === event.externalId)
    const [first] = entries.filter(({ value }) => fits(value, event)).sort(byTime)
    const found = known ?? first
    if (!found?.value) {
      settled.push(event)
      continue
    }
    if (!known) await store.set(found.key, { ...found.value, mid: event.externalId })
    const { id } = found.value
    settled.push({ ...event, clientId: id }, { kind: 'receipt', status: 'sent', externalIds: [id], at: event.at })
  }
  return settled
}

const fits = (value: Expected | null, { content, at }: InboundMessage): boolean =>
  value !== null && value.mid === undefined && value.text === textOf(content) && Math.abs(value.at - at) < WINDOW_MS

const byTime = (a: { value: Expected | null }, b: { value: Expected | null }): number =>
  (a.value?.at ?? 0) - (b.value?.at ?? 0)
