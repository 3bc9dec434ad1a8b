import { text } from '@recado/loose-json'
import { type ActionDefinition, type ChannelContext, isPluginError, type Step } from '@recado/sdk'
import { listChannels } from './api/channels.ts'
import { createApi, type HubApi } from './api/client.ts'
import { checkToken } from './connect/connect.ts'

type Action = ActionDefinition<ChannelContext>

/** Is it the account's token, and does the account have the channel? Changes nothing. */
export const testConnection: Action = {
  label: 'action.test',
  run: (ctx, { settings }, signal) =>
    withHub(ctx, settings, async (api) => {
      await checkToken(api, signal)
      const channels = await listChannels(api, signal)
      const id = text(settings.channel)
      if (!id) return { type: 'error', message: ctx.t('error.noChannel'), field: 'channel' }
      const found = channels.find((one) => one.id === id)
      if (!found) return { type: 'error', message: ctx.t('error.channelGone'), field: 'channel' }
      const message = ctx.t('test.ok', { name: found.name, kind: found.kind ?? '?' })
      return { type: 'done', message, detail: { id, kind: found.kind ?? null } }
    }),
}

/** The account's channels, for the field of the same name. */
export const channelOptions: Action = {
  run: (ctx, { settings }, signal) =>
    withHub(ctx, settings, async (api) => {
      const channels = await listChannels(api, signal)
      const labelOf = (name: string, kind: string | undefined) => (kind ? `${name} (${kind})` : name)
      return {
        type: 'options',
        options: channels.map(({ id, name, kind }) => ({ value: id, label: labelOf(name, kind) })),
      }
    }),
}

async function withHub(
  ctx: ChannelContext,
  settings: Record<string, unknown>,
  run: (api: HubApi) => Promise<Step>,
): Promise<Step> {
  const token = text(settings.token)?.trim()
  if (!token) return { type: 'error', message: ctx.t('error.noToken'), field: 'token' }
  try {
    return await run(createApi(ctx, token, text(settings.baseUrl)))
  } catch (error) {
    if (!isPluginError(error)) throw error
    const hint = error.detail ? { hint: error.detail } : {}
    if (error.code === 'AUTH_EXPIRED')
      return { type: 'error', message: ctx.t('state.unauthorised'), field: 'token', ...hint }
    return { type: 'error', message: ctx.t('state.unreachable'), ...hint }
  }
}
