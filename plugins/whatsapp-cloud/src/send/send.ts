import { record, records, text } from '@recado/loose-json'
import { GraphError } from '@recado/meta-graph'
import {
  type ChannelContext,
  type InboundEvent,
  isPluginError,
  type OutboundMessage,
  PluginError,
  type SendResult,
} from '@recado/sdk'
import { explained } from '../api/cloud.ts'
import { ACCOUNT_TROUBLE, canHeal, STALE_TEMPLATE } from '../api/judge.ts'
import type { Pace } from '../api/pace.ts'
import { type Account, refusal } from '../connect/account.ts'
import { troubleOf } from '../connect/connect.ts'
import { isMessageId, personAddresses, type Recipient, recipientOf } from '../ids.ts'
import { forgetTemplate } from '../templates/definition.ts'
import type { Part, Sending } from './body.ts'
import { sendOtherWay } from './heal.ts'
import { planParts } from './parts.ts'
import { forgetProgress, keepProgress, loadProgress } from './progress.ts'

export interface Sender extends Sending {
  pace: Pace
  account: Account
}

/**
 * Sends one message, as several where Meta has no single one for it; after a failure half way the next try goes on
 * where it broke off. What Meta refuses and a gateway can heal goes the other way.
 */
export async function send(sender: Sender, out: OutboundMessage, signal: AbortSignal): Promise<SendResult> {
  const { ctx, pace } = sender
  const recipient = recipientOf(out.to)
  const sent = out.attempt > 1 ? await loadProgress(ctx.store, out.id) : []
  const resumed = sent.length > 0
  try {
    pace.check()
    const parts = await planParts(sender, out.content)
    for (const [index, part] of parts.entries()) {
      if (index < sent.length) continue
      const isLast = index === parts.length - 1
      sent.push(await deliver(sender, part, envelopeOf(out, recipient, index === 0, isLast), signal))
    }
  } catch (error) {
    if (sent.length > 0) await keepProgress(ctx.store, out.id, sent, error)
    const healed = sent.length === 0 ? await heal(sender, out, error, signal) : null
    if (healed) return healed
    throw await told(sender, out, pace.refused(out.to.value, error))
  }
  pace.succeeded(out.to.value)
  if (resumed) await forgetProgress(ctx.store, out.id)
  const [externalId = '', ...moreIds] = sent
  return { externalId, ...(moreIds.length > 0 ? { moreIds } : {}) }
}

/**
 * What surrounds each part. Our id comes back in the receipts of the last one: when an answer was lost, they tell that
 * the whole message went out.
 */
function envelopeOf(out: OutboundMessage, recipient: Recipient, isFirst: boolean, isLast: boolean) {
  const answered = out.replyTo?.externalId
  return {
    messaging_product: 'whatsapp',
    ...recipient,
    ...(isFirst && answered && isMessageId(answered) ? { context: { message_id: answered } } : {}),
    ...(isLast ? { biz_opaque_callback_data: out.id } : {}),
  }
}

async function deliver(sender: Sender, part: Part, envelope: object, signal: AbortSignal): Promise<string> {
  const { ctx, cloud } = sender
  const post = async (body: object) => {
    const json = { ...envelope, ...body }
    const answer = await cloud.graph.call(`${cloud.phone}/messages`, { json, signal, creates: true })
    const id = text(record(records(answer.messages)[0]).id)
    if (!id) throw new PluginError('AMBIGUOUS', { detail: ctx.t('error.noId') })
    await tellAddresses(ctx, records(answer.contacts))
    return id
  }
  try {
    return await post(await part.build(signal))
  } catch (error) {
    if (!part.rebuild || !(error instanceof GraphError) || error.fault.code !== 131053) throw error
    return post(await part.rebuild(signal))
  }
}

/** Meta knows the number by another spelling (Brazil's ninth digit): both are the same person. */
async function tellAddresses(ctx: ChannelContext, contacts: ReturnType<typeof records>): Promise<void> {
  const found = contacts.flatMap((contact): InboundEvent[] => {
    const addresses = personAddresses(text(contact.wa_id), text(contact.input), text(contact.user_id))
    return addresses.length > 1 ? [{ kind: 'contact', party: { addresses }, at: ctx.clock.now() }] : []
  })
  if (found.length === 0) return
  await ctx.inbound.push(found).catch((error: unknown) => {
    // The message is out; the next receipt or answer tells the addresses again.
    ctx.log.warn('addresses not told', { detail: error instanceof Error ? error.name : 'unknown' })
  })
}

async function heal(
  sender: Sender,
  out: OutboundMessage,
  error: unknown,
  signal: AbortSignal,
): Promise<SendResult | null> {
  if (!(error instanceof GraphError) || !canHeal(error.fault.code)) return null
  const externalId = await sendOtherWay(sender.ctx, out, signal)
  if (!externalId) return null
  await noteRefusal(sender, error.fault.code)
  await tellTemplate(sender.ctx, out, error.fault.code)
  sender.ctx.log.info('sent through the gateway', { code: error.fault.code })
  return { externalId }
}

/** What a refusal says beyond this message is kept; the rest is for the agent to read. */
async function told(sender: Sender, out: OutboundMessage, error: unknown): Promise<unknown> {
  const { ctx, account } = sender
  const readable = explained(ctx, error)
  if (!isPluginError(readable)) return error
  const code = error instanceof GraphError ? error.fault.code : undefined
  if (code !== undefined) {
    await noteRefusal(sender, code)
    await tellTemplate(ctx, out, code)
  }
  if (code === 131050) {
    await ctx.inbound.push([{ kind: 'contact', party: { addresses: [out.to] }, marketing: false, at: ctx.clock.now() }])
  }
  const stops = readable.code === 'AUTH_EXPIRED' || readable.code === 'MISCONFIGURED'
  if (stops) {
    const trouble = troubleOf(ctx, readable)
    // Put right at Meta, it works again by itself: it is looked at from time to time.
    const state = readable.code === 'MISCONFIGURED' && code !== undefined ? 'lost' : trouble.state
    await account.change((known) => ({ ...known, trouble: { ...trouble, state } }))
  }
  return readable
}

const noteRefusal = async ({ ctx, account }: Sender, code: number): Promise<void> => {
  if (ACCOUNT_TROUBLE.has(code)) await account.change(refusal(code, ctx.clock.now()))
}

/** Campaigns stop at a template that is paused or disabled; one that does not fit is read anew before the next send. */
async function tellTemplate(ctx: ChannelContext, { content }: OutboundMessage, code: number): Promise<void> {
  if (content.type !== 'template') return
  const { name, language } = content
  if (STALE_TEMPLATE.has(code))
    await forgetTemplate(ctx, { message_template_name: name, message_template_language: language })
  const status = code === 132015 ? 'PAUSED' : code === 132016 ? 'DISABLED' : null
  if (status) await ctx.inbound.push([{ kind: 'template', name, language, status, at: ctx.clock.now() }])
}
