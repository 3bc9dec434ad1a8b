import { appSecretOf } from '@recado/meta-graph'
import type { ActionDefinition, ChannelContext } from '@recado/sdk'
import { subscribeApp } from '../connect/connect.ts'
import { noticesOf } from '../connect/notices.ts'
import { checkAccount, readNumber } from '../connect/number.ts'
import { withDraft } from './draft.ts'

type Action = ActionDefinition<ChannelContext>

/** Names the number behind the form; changes nothing. */
export const testConnection: Action = {
  label: 'action.test',
  run: (ctx, input, signal) =>
    withDraft(ctx, input, async ({ cloud, settings, secrets }) => {
      const number = await readNumber(ctx, cloud, signal)
      await checkAccount(ctx, cloud, settings.phoneNumberId ?? '', signal)
      if (!(await appSecretOf(secrets, ctx.app)))
        return { type: 'error', message: ctx.t('error.noSecret'), field: 'appSecret' }
      const words = { name: number.name ?? '–', number: number.display ?? number.id }
      return { type: 'done', message: ctx.t('test.ok', words) }
    }),
}

/** The address to paste at Meta, where the app's own is not used. */
export const webhookAddress: Action = {
  label: 'action.webhook',
  async run(ctx) {
    return { type: 'show', show: { as: 'text', value: await ctx.hookUrl(), message: ctx.t('webhook.paste') } }
  },
}

/** Has Meta call again, after somebody changed it there; connecting does the same. */
export const subscribe: Action = {
  label: 'action.subscribe',
  run: (ctx, input, signal) =>
    withDraft(ctx, input, async ({ cloud, settings }) => {
      await subscribeApp(ctx, cloud, settings, signal)
      return { type: 'done', message: ctx.t(settings.webhook === 'own' ? 'subscribe.own' : 'subscribe.app') }
    }),
}

/** What Meta says of the number at this moment. */
export const numberInfo: Action = {
  label: 'action.info',
  run: (ctx, input, signal) =>
    withDraft(ctx, input, async ({ cloud }) => {
      const number = await readNumber(ctx, cloud, signal)
      const told = noticesOf(ctx, { number }).map(({ text }) => text)
      const message = [ctx.t('test.ok', { name: number.name ?? '–', number: number.display ?? number.id }), ...told]
      return {
        type: 'done',
        message: message.join('\n'),
        detail: {
          [ctx.t('info.status')]: number.status ?? '–',
          [ctx.t('info.quality')]: number.quality ?? '–',
          [ctx.t('info.limit')]: number.tier ?? '–',
          [ctx.t('info.throughput')]: number.throughput ?? '–',
          [ctx.t('info.platform')]: number.platform ?? '–',
          [ctx.t('info.verification')]: number.verification ?? '–',
        },
      }
    }),
}
