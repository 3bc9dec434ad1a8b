import { type Loose, record, text } from '@recado/loose-json'
import { type Address, type ChannelContext, isPluginError, type OutboundMessage } from '@recado/sdk'
import { canHeal } from '../api/judge.ts'
import { PHONE, personAddresses } from '../ids.ts'
import { ownIdOf } from '../receive/map-status.ts'
import { STORE } from '../store-keys.ts'
import { gatewayOf, isRefused, payloadOf, sendThrough } from './gateway.ts'
import { isTooMuch, rememberEcho } from './heal-echo.ts'

/**
 * What Meta refused, through the gateway. Null when there is none, it cannot carry the message, or it refuses too; then
 * Meta's refusal stands. @throws PluginError AMBIGUOUS when nobody knows whether the gateway sent it
 */
export async function sendOtherWay(
  ctx: ChannelContext,
  { to, content }: Pick<OutboundMessage, 'to' | 'content'>,
  signal: AbortSignal,
): Promise<string | null> {
  const payload = payloadOf(content)
  const gateway = payload && to.kind === PHONE ? await gatewayOf(ctx) : null
  if (!payload || !gateway) return null
  if (await isTooMuch(ctx)) {
    ctx.log.warn('too much for the gateway')
    return null
  }
  try {
    const id = await sendThrough(ctx, gateway, to.value, payload, signal)
    await rememberEcho(ctx, to, content)
    return id
  } catch (error) {
    if (!isRefused(error)) throw error
    ctx.log.warn('the gateway refused', { code: isPluginError(error) ? error.code : 'unknown' })
    return null
  }
}

const NAME = 'heal:'
/** Meta reports for a week at most. */
const REMEMBERED_MS = 8 * 24 * 60 * 60 * 1000

export const isHealing = (name: string): boolean => name.startsWith(NAME)

interface Healing {
  id: string
  to: Address
}

/**
 * Meta takes many a message and refuses it a moment later. Its content is read from the conversation, so that nothing
 * of it is kept here; outside the hook, which has to be answered.
 */
export async function scheduleHealing(ctx: ChannelContext, status: Loose, code: number): Promise<void> {
  const id = ownIdOf(status)
  const [to] = personAddresses(text(status.recipient_id))
  if (!canHeal(code) || !id || to?.kind !== PHONE || !(await gatewayOf(ctx))) return
  if (await ctx.store.get(`${STORE.healed}${id}`)) return
  await ctx.schedule.at(`${NAME}${id}`, ctx.clock.now(), { id, to } satisfies Healing)
}

/** Claimed before it is sent: a crash in between leaves the message failed, and never sends it twice. */
export async function healLater(ctx: ChannelContext, payload: unknown, signal: AbortSignal): Promise<void> {
  const asked = record(payload)
  const id = text(asked.id)
  const [to] = personAddresses(text(record(asked.to).value))
  if (!id || !to) return
  const claim = { until: ctx.clock.now() + REMEMBERED_MS }
  if ((await ctx.store.set(`${STORE.healed}${id}`, claim, { ifVersion: 0 })) === null) return
  const { messages } = await ctx.conversations.history(to, { limit: 100 })
  const message = messages.find((one) => one.id.toLowerCase() === id && one.fromMe && !one.removed)
  if (!message) return
  const at = ctx.clock.now()
  try {
    const externalId = await sendOtherWay(ctx, { to, content: message.content }, signal)
    if (externalId) await ctx.inbound.push([{ kind: 'receipt', status: 'sent', externalIds: [id], at }])
  } catch (error) {
    // Nobody knows: the message stays failed with Meta's reason, and a person looks at the phone.
    ctx.log.warn('the gateway did not answer', { code: isPluginError(error) ? error.code : 'unknown' })
  }
}
