import { text } from '@recado/loose-json'
import { GraphError } from '@recado/meta-graph'
import { type ActionDefinition, type ChannelContext, choiceField, type Step, textField } from '@recado/sdk'
import { Type } from 'typebox'
import { explain } from '../api/judge.ts'
import { type Draft, withDraft } from './draft.ts'

type Action = ActionDefinition<ChannelContext>

const pinForm = Type.Object({
  pin: textField({
    label: 'register.pin',
    help: 'register.pin.help',
    pattern: '^[0-9]{6}$',
    minLength: 6,
    maxLength: 6,
  }),
})

/** Registers the number at the Cloud API, which sets or confirms the PIN of its two-step verification. */
export const register: Action = {
  label: 'action.register',
  run: (ctx, input, signal) =>
    withDraft(ctx, input, async ({ cloud }) => {
      if (input.step !== 'pin')
        return {
          type: 'form',
          step: 'pin',
          title: ctx.t('register.title'),
          schema: pinForm,
          submit: ctx.t('register.submit'),
        }
      const pin = text(input.values?.pin)?.trim() ?? ''
      if (!/^[0-9]{6}$/.test(pin)) return { type: 'error', message: ctx.t('register.badPin'), field: 'pin' }
      return told(ctx, async () => {
        await cloud.graph.call(`${cloud.phone}/register`, { json: { messaging_product: 'whatsapp', pin }, signal })
        return { type: 'done', message: ctx.t('register.done') }
      })
    }),
}

const methodForm = Type.Object({
  method: choiceField({
    label: 'verify.method',
    help: 'verify.method.help',
    choices: { SMS: 'verify.sms', VOICE: 'verify.voice' },
    default: 'SMS',
  }),
})

const codeForm = Type.Object({
  code: textField({ label: 'verify.code', help: 'verify.code.help', pattern: '^[0-9 -]{6,11}$', maxLength: 11 }),
})

/** Proves that the number is the company's, by a code that Meta sends to it; needed once before it can be registered. */
export const verifyNumber: Action = {
  label: 'action.verify',
  run: (ctx, input, signal) =>
    withDraft(ctx, input, (draft) => {
      if (input.step === 'method') return told(ctx, () => requestCode(draft, input.values ?? {}, signal))
      if (input.step === 'code') return told(ctx, () => checkCode(draft, input.values ?? {}, signal))
      const title = ctx.t('verify.title')
      return Promise.resolve({ type: 'form', step: 'method', title, schema: methodForm, submit: ctx.t('verify.send') })
    }),
}

async function requestCode({ ctx, cloud }: Draft, values: Record<string, unknown>, signal: AbortSignal): Promise<Step> {
  const code_method = values.method === 'VOICE' ? 'VOICE' : 'SMS'
  await cloud.graph.call(`${cloud.phone}/request_code`, {
    json: { code_method, language: ctx.t('verify.language') },
    signal,
  })
  return { type: 'form', step: 'code', title: ctx.t('verify.title'), schema: codeForm, submit: ctx.t('verify.submit') }
}

async function checkCode({ ctx, cloud }: Draft, values: Record<string, unknown>, signal: AbortSignal): Promise<Step> {
  const code = (text(values.code) ?? '').replace(/\D/g, '')
  if (code.length !== 6) return { type: 'error', message: ctx.t('verify.badCode'), field: 'code' }
  await cloud.graph.call(`${cloud.phone}/verify_code`, { json: { code }, signal })
  return { type: 'done', message: ctx.t('verify.done') }
}

/** Refusals about PIN and code say what to do; most of them get worse by trying again. */
async function told(ctx: ChannelContext, call: () => Promise<Step>): Promise<Step> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof GraphError) || error.code === 'AUTH_EXPIRED') throw error
    const { code } = error.fault
    return { type: 'error', message: explain(ctx.t, error.fault), ...(code === 133005 ? { field: 'pin' } : {}) }
  }
}
