import { text } from '@recado/loose-json'
import { GraphError } from '@recado/meta-graph'
import { type ActionInput, type ChannelContext, isPluginError, type Step } from '@recado/sdk'
import { type Cloud, createCloud } from '../api/cloud.ts'
import { explain } from '../api/judge.ts'
import type { CloudSettings } from '../settings.ts'

export interface Draft {
  ctx: ChannelContext
  cloud: Cloud
  settings: Readonly<Partial<CloudSettings>>
  secrets: Pick<ChannelContext['secrets'], 'get'>
}

/** Runs an action on the form as it stands, and tells a refusal beside the field that is wrong. */
export async function withDraft(
  ctx: ChannelContext,
  input: ActionInput,
  run: (draft: Draft) => Promise<Step>,
): Promise<Step> {
  const settings = { ...ctx.settings, ...input.settings } as Readonly<Partial<CloudSettings>>
  const secrets = { get: async (field: string) => text(input.settings[field]) ?? ctx.secrets.get(field) }
  const missing = (['phoneNumberId', 'businessAccountId'] as const).find((field) => !settings[field])
  if (missing) return { type: 'error', message: ctx.t('error.missing'), field: missing }
  try {
    return await run({ ctx, cloud: createCloud(ctx, settings, secrets), settings, secrets })
  } catch (error) {
    if (!isPluginError(error)) throw error
    return stepOf(ctx, error)
  }
}

function stepOf(
  ctx: ChannelContext,
  error: Error & { code: string; detail?: string | undefined; field?: string | undefined },
): Step {
  const words = error instanceof GraphError ? explain(ctx.t, error.fault) : error.detail
  const hint = words ? { hint: words } : {}
  switch (error.code) {
    case 'AUTH_EXPIRED':
      return { type: 'error', message: ctx.t('state.unauthorised'), field: 'accessToken', ...hint }
    case 'MISCONFIGURED':
      return { type: 'error', message: words ?? ctx.t('state.failed'), ...(error.field ? { field: error.field } : {}) }
    case 'RATE_LIMITED':
      return { type: 'error', message: ctx.t('state.limited'), ...hint }
    case 'TEMPORARY':
    case 'AMBIGUOUS':
      return { type: 'error', message: ctx.t('state.unreachable'), ...hint }
    default:
      return { type: 'error', message: words ?? ctx.t('state.failed') }
  }
}
