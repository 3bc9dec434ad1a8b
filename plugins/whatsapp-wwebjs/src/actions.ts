import { flag, text } from '@recado/loose-json'
import { type ActionDefinition, type ChannelContext, isPluginError, type Step, textField } from '@recado/sdk'
import { phoneDigits } from '@recado/whatsapp-ids'
import { Type } from 'typebox'
import { createGateway, type Gateway } from './api/gateway.ts'
import { restartSession, startSession, terminateSession } from './connect/lifecycle.ts'
import { sessionIdOf } from './ids.ts'
import { TIMING } from './timing.ts'

type Action = ActionDefinition<ChannelContext>

const phoneForm = Type.Object({
  phone: textField({
    label: 'pairing.phone',
    help: 'pairing.phone.help',
    placeholder: 'pairing.phone.placeholder',
    maxLength: 30,
  }),
})

/** Is a gateway there, does it take the key, and how does the session stand? Changes nothing. */
export const testConnection: Action = {
  label: 'action.test',
  run: (ctx, { settings }, signal) =>
    withGateway(ctx, settings, async (gateway) => {
      const status = await gateway.get('session/status', { signal, asIs: true })
      const state = text(status.state) ?? text(status.message) ?? ''
      if (!state && status.success === undefined)
        return { type: 'error', message: ctx.t('test.noGateway'), field: 'url' }
      const isConnected = flag(status.success) || status.state === 'CONNECTED'
      return {
        type: 'done',
        message: ctx.t(isConnected ? 'test.connected' : 'test.reachable'),
        detail: { sessionId: gateway.sessionId, state: state || null },
      }
    }),
}

/** The other way to link a phone: a code that is typed there, instead of a picture that it scans. */
export const pairingCode: Action = {
  label: 'action.pairing',
  when: ['connecting', 'waiting-qr', 'lost', 'disconnected'],
  run: (ctx, { settings, step, values }, signal) =>
    withGateway(ctx, settings, async (gateway) => {
      const form: Step = {
        type: 'form',
        step: 'phone',
        title: ctx.t('pairing.title'),
        schema: phoneForm,
        submit: ctx.t('pairing.submit'),
      }
      if (step !== 'phone') return form
      const phoneNumber = digitsOf(values?.phone)
      if (!phoneNumber) return { type: 'error', message: ctx.t('pairing.notPhone'), field: 'phone' }
      await startSession(gateway, { ...TIMING, startMs: 10_000 }, signal)
      const answer = await gateway.post(
        'session/requestPairingCode',
        { phoneNumber, showNotification: true },
        { signal },
      )
      const code = text(answer.result) ?? text(answer.code) ?? text(answer.pairingCode)
      if (!code) return { type: 'error', message: ctx.t('pairing.noCode') }
      return { type: 'show', wait: true, show: { as: 'code', value: code, message: ctx.t('pairing.enter') } }
    }),
}

function digitsOf(typed: unknown): string | null {
  try {
    return phoneDigits(String(typed ?? ''))
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return null
  }
}

/** What to enter at a gateway that cannot be told by call. */
export const webhookAddress: Action = {
  label: 'action.webhook',
  async run(ctx, { settings }) {
    const variable = `${sessionIdOf(ctx, text(settings.sessionId)).toUpperCase()}_WEBHOOK_URL`
    return {
      type: 'show',
      show: { as: 'text', value: await ctx.hookUrl(), message: ctx.t('webhook.enter', { variable }) },
    }
  },
}

/** A new browser page for the same login. */
export const restart: Action = {
  label: 'action.restart',
  run: (ctx, { settings }, signal) =>
    withGateway(ctx, settings, async (gateway) => {
      await restartSession(gateway, { ...TIMING, startMs: 22_000 }, signal)
      return { type: 'done', message: ctx.t('restart.done') }
    }),
}

/** Logs the phone's device out and deletes the session; a connected channel then shows a new code. */
export const forget: Action = {
  label: 'action.forget',
  run: (ctx, { settings }, signal) =>
    withGateway(ctx, settings, async (gateway) => {
      await terminateSession(gateway, { ...TIMING, startMs: 22_000 }, signal)
      return { type: 'done', message: ctx.t('forget.done') }
    }),
}

async function withGateway(
  ctx: ChannelContext,
  settings: Record<string, unknown>,
  run: (gateway: Gateway) => Promise<Step>,
): Promise<Step> {
  const url = text(settings.url)
  if (!url) return { type: 'error', message: ctx.t('error.noUrl'), field: 'url' }
  try {
    const sessionId = sessionIdOf(ctx, text(settings.sessionId))
    return await run(createGateway(ctx, { url, apiKey: text(settings.apiKey) ?? '', sessionId }, TIMING))
  } catch (error) {
    if (!isPluginError(error)) throw error
    const hint = error.detail ? { hint: error.detail } : {}
    if (error.code === 'AUTH_EXPIRED') return { type: 'error', message: ctx.t('state.keyRefused'), field: 'apiKey' }
    if (error.code === 'NOT_CONNECTED')
      return { type: 'error', message: ctx.t('test.noGateway'), field: 'url', ...hint }
    if (error.code === 'TEMPORARY') return { type: 'error', message: ctx.t('state.unreachable'), ...hint }
    return {
      type: 'error',
      message: error.detail ?? ctx.t('state.failed'),
      ...(error.field ? { field: error.field } : {}),
    }
  }
}
