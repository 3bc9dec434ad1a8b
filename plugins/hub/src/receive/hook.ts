import { type Loose, parse, record, records, text } from '@recado/loose-json'
import type { ChannelContext, HookReply, HookRequest, InboundEvent } from '@recado/sdk'
import { subscriptionIds } from '../connect/subscriptions.ts'
import type { Hub } from '../hub.ts'
import { kindOf } from '../kinds.ts'
import { type Envelope, readEnvelope } from './envelope.ts'
import { mapMessage } from './map-message.ts'
import { mapStatus } from './map-status.ts'

/**
 * One delivery of the hub, which signs nothing: the channel's address is its secret, and what is of another channel is
 * dropped. The panel's test button posts a form.
 */
export async function receiveHook(ctx: ChannelContext, hub: Hub, request: HookRequest): Promise<HookReply> {
  if (request.method === 'GET' || request.method === 'HEAD') return { status: 200 }
  if (request.method !== 'POST') return { status: 405, headers: { allow: 'GET, POST' } }
  if (/x-www-form-urlencoded/i.test(request.headers['content-type'] ?? '')) return { status: 200 }
  const body = parse(request.body)
  if (body === undefined) return { status: request.body.byteLength === 0 ? 200 : 400 }
  const events: InboundEvent[] = []
  for (const delivery of records(body)) events.push(...(await eventsOf(ctx, hub, delivery)))
  if (events.length > 0) await ctx.inbound.push(events)
  return { status: 200 }
}

async function eventsOf(ctx: ChannelContext, hub: Hub, body: Loose): Promise<InboundEvent[]> {
  const now = ctx.clock.now()
  const envelope = readEnvelope(body, now)
  switch (envelope.type) {
    case 'MESSAGE': {
      if (!(await isOurs(ctx, hub, envelope))) return []
      await hub.wrapping.learn(envelope.told)
      const kind = (await hub.knownKind()) ?? kindOf(envelope.network) ?? ''
      return mapMessage(envelope, { channelId: hub.channelId, kind, t: ctx.t })
    }
    case 'MESSAGE_STATUS': {
      const isForeign = envelope.subscriptionId && (await hub.isOther(envelope.subscriptionId))
      const receipt = isForeign ? undefined : mapStatus(body, now)
      return receipt ? [receipt] : []
    }
    case 'CONNECTION_STATUS':
    case 'ACCOUNT_STATUS':
      await reportState(ctx, hub, body)
      return []
    default:
      return []
  }
}

/** By any of the ids that a delivery carries; several of the networks put their own number where the channel's id belongs. */
async function isOurs(ctx: ChannelContext, hub: Hub, { subscriptionId, to, network }: Envelope): Promise<boolean> {
  const named = [subscriptionId, to].flatMap((id) => id ?? [])
  if (named.includes(hub.channelId) || network === hub.channelId) return true
  if (subscriptionId && (await subscriptionIds(ctx)).includes(subscriptionId)) return true
  for (const id of named) if (await hub.isOther(id)) return false
  const isOwnNumber = to === undefined || /^\+?\d+(@[\w.]+)?$/.test(to)
  const kind = await hub.knownKind()
  return isOwnNumber && (kind === undefined || kindOf(network) === undefined || kindOf(network) === kind)
}

/** Seen at one hub only; the next connect asks the hub itself. */
async function reportState(ctx: ChannelContext, hub: Hub, body: Loose): Promise<void> {
  const told = text(body.status) ?? text(record(body.status).code) ?? text(record(body.connection).status) ?? ''
  if (/disconnect|offline|expired|removed|revoked|inactive|error|fail/i.test(told)) {
    await ctx.connection.set({ state: 'lost', reason: ctx.t('state.networkLost'), userAction: 'check-settings' })
  } else if (/connected|online|active|ready|^ok$/i.test(told)) {
    await ctx.connection.set({ state: 'connected', account: { id: hub.channelId } })
  }
}
