import {
  type ActionDefinition,
  type ActionInput,
  type ChannelContext,
  isPluginError,
  notice,
  type Step,
  textField,
} from '@recado/sdk'
import { phoneDigits } from '@recado/whatsapp-ids'
import { Type } from 'typebox'
import { shownOf } from './connect/show.ts'
import { type Driver, VENDORS, type Vendor } from './drivers/driver.ts'
import { openDriver } from './drivers/open.ts'
import { TIMING } from './timing.ts'

type Action = ActionDefinition<ChannelContext>

/** An action has 25 seconds in all. */
const TIME = { ...TIMING, callMs: 10_000 }
const WAITING = ['connecting', 'waiting-qr', 'lost', 'disconnected']

/** Asks the gateway how its session stands; changes nothing, so it makes no instance either. */
export const testConnection: Action = {
  label: 'action.test',
  run: (ctx, input, signal) =>
    withSteps(ctx, async () => {
      const { settings } = input
      if (!settings.token && settings.adminToken) return { type: 'done', message: ctx.t('test.willCreate') }
      const driver = await open(ctx, input)
      const found = await driver.status(signal)
      const detail = { state: found.state, ...(found.account?.number ? { number: found.account.number } : {}) }
      if (found.state !== 'connected') return { type: 'done', message: ctx.t('test.notLinked'), detail }
      const name = found.account?.name ?? found.account?.number ?? ''
      return { type: 'done', message: ctx.t('test.linked', { name }), detail }
    }),
}

/** Links the device by a QR code, at once and on the form as it stands. */
export const showQr: Action = {
  label: 'action.qr',
  when: WAITING,
  run: (ctx, input, signal) => withSteps(ctx, () => link(ctx, input, null, signal)),
}

/** Links the device by a code that is typed into the phone. */
export const pairingCode: Action = {
  label: 'action.code',
  when: WAITING,
  run: (ctx, input, signal) =>
    withSteps(ctx, async () => {
      const typed = input.values?.phone ?? input.settings.phone
      const phone = typeof typed === 'string' ? digitsOf(typed) : null
      if (phone) return link(ctx, input, phone, signal)
      if (input.step === 'phone') return { type: 'error', message: ctx.t('error.phone'), field: 'phone' }
      return {
        type: 'form',
        step: 'phone',
        title: ctx.t('code.title'),
        schema: Type.Object({
          phone: textField({
            label: 'settings.phone',
            help: 'settings.phone.help',
            placeholder: 'settings.phone.placeholder',
          }),
        }),
        submit: ctx.t('code.submit'),
      }
    }),
}

/** Unlinks the device; asks first, since only the phone can link it again. */
export const unlink: Action = {
  label: 'action.unlink',
  when: ['connected', 'lost'],
  run: (ctx, input, signal) =>
    withSteps(ctx, async () => {
      if (input.step !== 'confirm') {
        const schema = Type.Object({ sure: notice({ label: 'unlink.sure' }) })
        return { type: 'form', step: 'confirm', title: ctx.t('unlink.title'), schema, submit: ctx.t('unlink.submit') }
      }
      const driver = await open(ctx, input)
      await driver.logout(signal)
      ctx.bus.publish('status', null)
      return { type: 'done', message: ctx.t('unlink.done') }
    }),
}

async function link(ctx: ChannelContext, input: ActionInput, phone: string | null, signal: AbortSignal): Promise<Step> {
  const driver = await open(ctx, input)
  const before = await driver.status(signal)
  const found = before.state === 'connected' ? before : await driver.connect(phone, signal)
  // Whoever keeps the session looks how it goes on.
  ctx.bus.publish('status', null)
  if (found.state === 'connected') return { type: 'done', message: ctx.t('test.alreadyLinked') }
  const until = ctx.clock.now() + (phone ? TIME.codeMs : TIME.qrMs)
  const shown = await shownOf(ctx, phone ? 'code' : 'qr', found, until)
  if (shown) return { type: 'show', show: shown, wait: true }
  return { type: 'error', message: ctx.t(phone ? 'code.none' : 'qr.none') }
}

/** Makes no instance: on a form that is not saved, nobody could keep its token. Connecting does. */
async function open(ctx: ChannelContext, { settings }: ActionInput): Promise<Driver> {
  const text = (name: string) => (typeof settings[name] === 'string' ? (settings[name] as string).trim() : '')
  const gateway: Vendor = VENDORS.find((vendor) => vendor === settings.gateway) ?? 'uazapi'
  return openDriver(
    ctx,
    {
      gateway,
      serverUrl: text('serverUrl'),
      instanceName: text('instanceName'),
      token: text('token') || null,
      adminToken: text('adminToken') || null,
    },
    {
      timing: TIME,
      settings: { ignoreGroups: settings.ignoreGroups === true, rejectCalls: settings.rejectCalls === true },
    },
  )
}

/** A failure as an answer at the form, at the field that is to blame. */
async function withSteps(ctx: ChannelContext, run: () => Promise<Step>): Promise<Step> {
  try {
    return await run()
  } catch (error) {
    if (!isPluginError(error)) throw error
    const hint = error.detail ? { hint: error.detail } : {}
    if (error.code === 'AUTH_EXPIRED') return { type: 'error', message: ctx.t('state.unauthorised'), field: 'token' }
    if (error.code === 'TEMPORARY') return { type: 'error', message: ctx.t('state.unreachable'), ...hint }
    const field = error.field ? { field: error.field } : {}
    return { type: 'error', message: error.detail ?? ctx.t('state.failed'), ...field }
  }
}

function digitsOf(raw: string): string | null {
  try {
    return phoneDigits(raw)
  } catch {
    // The form asks again.
    return null
  }
}
