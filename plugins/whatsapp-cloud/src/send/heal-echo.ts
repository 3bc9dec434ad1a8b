import { list, number, record, text } from '@recado/loose-json'
import { type Address, type ChannelContext, type Content, contentText, type InboundEvent } from '@recado/sdk'

const KEY = 'gateway-sends'
/** How far the time of an echo may lie from that of the send. */
const WINDOW_MS = 10 * 60_000
const MAX_KEPT = 200
const TRIES = 5

interface Sent {
  to: string
  line: string
  at: number
}

/** What both sides show of it: of files the caption, or else the kind, since names and types change on the way. */
function lineOf(content: Content): string {
  if (content.type !== 'media') return contentText(content)
  return content.text || `[${content.kind === 'voice' ? 'audio' : content.kind}]`
}

/**
 * Where gateway and official number are the same phone, Meta echoes what the gateway sends as if somebody had written it
 * there. The echo has another id, so that it is known by to whom, what and when.
 */
export async function rememberEcho(ctx: ChannelContext, to: Address, content: Content): Promise<void> {
  const sent = { to: to.value, line: lineOf(content).slice(0, 500), at: ctx.clock.now() }
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const { sends, version } = await load(ctx)
    if ((await ctx.store.set(KEY, [...sends, sent].slice(-MAX_KEPT), { ifVersion: version })) !== null) return
  }
}

/** How many a minute the gateway may be given: what is more than conversation gets the number banned. */
const PER_MINUTE = 20

export async function isTooMuch(ctx: ChannelContext): Promise<boolean> {
  const { sends } = await load(ctx)
  return sends.filter(({ at }) => at > ctx.clock.now() - 60_000).length >= PER_MINUTE
}

/** The events without the echoes of the gateway's sends. A repeated delivery loses the same ones. */
export async function forgetEchoes(ctx: ChannelContext, events: InboundEvent[]): Promise<InboundEvent[]> {
  if (!events.some((event) => event.kind === 'message' && event.direction === 'out' && !event.history)) return events
  const { sends } = await load(ctx)
  return events.filter((event) => {
    if (event.kind !== 'message' || event.direction !== 'out' || event.history) return true
    const line = lineOf(event.content).slice(0, 500)
    const at = sends.findIndex(
      (sent) =>
        sent.line === line &&
        Math.abs(sent.at - event.at) < WINDOW_MS &&
        event.chat.addresses.some(({ value }) => value === sent.to),
    )
    if (at < 0) return true
    sends.splice(at, 1)
    return false
  })
}

async function load({ store }: ChannelContext): Promise<{ sends: Sent[]; version: number }> {
  const kept = await store.get(KEY)
  const sends = list(kept?.value).map((one): Sent => {
    const sent = record(one)
    return { to: text(sent.to) ?? '', line: text(sent.line) ?? '', at: number(sent.at) ?? 0 }
  })
  return { sends, version: kept?.version ?? 0 }
}
