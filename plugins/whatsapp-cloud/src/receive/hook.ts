import { parse, records, text } from '@recado/loose-json'
import { isSigned, verification } from '@recado/meta-graph'
import type { ChannelContext, HookReply, HookRequest, InboundEvent } from '@recado/sdk'
import { ACCOUNT_TROUBLE } from '../api/judge.ts'
import { type Account, refusal } from '../connect/account.ts'
import { scheduleHealing } from '../send/heal.ts'
import { forgetEchoes } from '../send/heal-echo.ts'
import type { CloudSettings } from '../settings.ts'
import { forgetTemplate } from '../templates/definition.ts'
import { type Change as AccountChange, accountChange } from './account-events.ts'
import { faultOfStatus } from './map-status.ts'
import { type Change, changesOf, eventsOf } from './read-body.ts'
import { words } from './words.ts'

/** Events of one push; the host takes a thousand. */
const BATCH = 500

/**
 * One delivery, to the channel's own address or through the one that all tenants share. Answers 200 only for what is
 * durable, so that Meta delivers the rest again. Works on every node, connected or not.
 */
export async function receiveHook(
  ctx: ChannelContext,
  account: Account,
  settings: Readonly<CloudSettings>,
  request: HookRequest,
): Promise<HookReply> {
  const verified = verification(request, settings.verifyToken ?? null)
  if (verified) return verified
  if (request.method !== 'POST') return { status: 405, headers: { allow: 'GET, POST' } }
  const signer = await signerOf(ctx, request)
  if (!signer) return { status: 401 }
  const body = parse(request.body)
  if (body === undefined) return { status: 400 }
  // The operator's app signs for all tenants: only what was seen to be this tenant's counts.
  if (signer === 'operator' && !(await isProven(account, settings))) return { status: 200 }
  const changes = changesOf(body, settings)
  await accept(ctx, changes)
  await follow(ctx, account, changes)
  return { status: 200 }
}

type Signer = 'channel' | 'operator'

/** Whose app signed: the channel's own where it has one, or the operator's. */
async function signerOf(ctx: ChannelContext, request: HookRequest): Promise<Signer | null> {
  const own = await ctx.secrets.get('appSecret')
  if (own && isSigned(request, own)) return 'channel'
  const shared = await ctx.app.secrets.get('appSecret')
  return shared && isSigned(request, shared) ? 'operator' : null
}

async function isProven(account: Account, { phoneNumberId, businessAccountId }: CloudSettings): Promise<boolean> {
  const { identity } = await account.load()
  return identity?.phoneNumberId === phoneNumberId && identity.businessAccountId === businessAccountId
}

async function accept(ctx: ChannelContext, changes: Change[]): Promise<void> {
  const mapping = { t: ctx.t, now: ctx.clock.now() }
  const mapped = changes.flatMap((change) => eventsOf(change, mapping))
  const events: InboundEvent[] = await forgetEchoes(ctx, mapped)
  for (let start = 0; start < events.length; start += BATCH) {
    await ctx.inbound.push(events.slice(start, start + BATCH))
  }
}

/** What else the delivery means, once its events are safe. All of it may be repeated. */
async function follow(ctx: ChannelContext, account: Account, changes: Change[]): Promise<void> {
  const now = ctx.clock.now()
  const about: AccountChange[] = []
  for (const { field, value } of changes) {
    const change = accountChange(field, value, now)
    if (change) about.push(change)
    if (field.startsWith('message_template_') || field.startsWith('template_')) await forgetTemplate(ctx, value)
    for (const { code, title } of records(value.errors)) {
      ctx.log.warn('Meta reports an error', { field, code: words(code, 20), title: words(title, 200) })
    }
    for (const status of records(value.statuses)) {
      const code = text(status.status) === 'failed' ? faultOfStatus(status)?.code : undefined
      if (code === undefined) continue
      if (ACCOUNT_TROUBLE.has(code)) about.push(refusal(code, now))
      await scheduleHealing(ctx, status, code)
    }
  }
  if (about.length > 0) await account.change((state) => about.reduce((known, change) => change(known), state))
}
