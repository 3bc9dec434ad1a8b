import { createHash } from 'node:crypto'
import { type OutboundMessage, PluginError, type SendResult } from '@recado/sdk'
import { LID, PHONE } from '@recado/whatsapp-ids'
import { isGroup, jidOf } from '../library/jids.ts'
import { outId } from '../receive/ids.ts'
import { exists } from './check.ts'
import { checkContent, compose } from './compose.ts'
import { relay } from './relay.ts'
import type { Sending } from './sending.ts'

const met = (value: string): string => `met:${value}`

/** @throws PluginError */
export async function send(sending: Sending, out: OutboundMessage, signal: AbortSignal): Promise<SendResult> {
  const { ctx, governor, sentLog } = sending
  const jid = jidOf(out.to)
  checkContent(sending, out.content)
  const isStranger = await isNew(sending, out)
  await governor.admit(isStranger, signal)
  // Sending to numbers that do not exist is what spammers do.
  if (isStranger && out.to.kind === PHONE && !(await exists(sending, out.to.value, signal))) {
    throw new PluginError('RECIPIENT_INVALID', { detail: ctx.t('error.noWhatsApp') })
  }
  const message = await compose(sending, out, signal)
  const id = messageIdOf(out.id)
  // Before anybody can ask for it again.
  await sentLog.keep(id, message)
  await relay(sending, { jid, id, message }, signal)
  if (isStranger) {
    await ctx.store.set(met(out.to.value), ctx.clock.now())
    await governor.met()
  }
  return { externalId: outId(id) }
}

/** Somebody who never wrote to us, and to whom we never wrote. */
async function isNew({ ctx }: Sending, { to, lastInboundAt }: OutboundMessage): Promise<boolean> {
  if (isGroup(to) || lastInboundAt !== undefined || (to.kind !== PHONE && to.kind !== LID)) return false
  return (await ctx.store.get(met(to.value))) === null
}

/**
 * WhatsApp's id of one of our messages: always the same for the same message, so that phones that got it already drop a
 * repeat. It looks like one of WhatsApp Web's.
 */
export const messageIdOf = (id: string): string =>
  `3EB0${createHash('sha256').update(id).digest('hex').slice(0, 18).toUpperCase()}`
