import { GRAPH_VERSION } from '@recado/meta-graph'
import { type ActionDefinition, type ChannelContext, choiceField, type Step } from '@recado/sdk'
import { Type } from 'typebox'
import { type ChosenPage, PAGE_KEY } from '../connect/access.ts'
import type { Platform } from '../platform.ts'
import { appOf } from './app.ts'
import { LOGIN_KEY, type Login } from './callback.ts'
import { newState } from './state.ts'

/** Told on the channel's bus when a page was chosen. */
export const LOGIN_TOPIC = 'login'
/** How long the pages of a login wait for a choice. */
const CHOICE_MS = 60 * 60_000

/** First a link to Facebook's dialog; called again once somebody came back from it, the choice of the page. */
export function loginAction(platform: Platform): ActionDefinition<ChannelContext> {
  return {
    label: 'action.login',
    when: ['connecting', 'connected', 'lost', 'disconnected'],
    async run(ctx, { settings, step, values }) {
      if (settings.access !== 'login') return { type: 'error', message: ctx.t('login.notChosen'), field: 'access' }
      const kept = (await ctx.store.get<Login>(LOGIN_KEY))?.value
      const login = kept && ctx.clock.now() - kept.at < CHOICE_MS ? kept : null
      if (step === 'page') return choose(ctx, platform, login, values?.page)
      return login ? question(ctx, platform, login) : dialog(ctx, platform, settings)
    },
  }
}

async function dialog(ctx: ChannelContext, platform: Platform, settings: Record<string, unknown>): Promise<Step> {
  const app = await appOf(ctx, settings)
  if (!app) return { type: 'error', message: ctx.t('error.noApp'), field: 'appId' }
  const redirect = await ctx.hookUrl('/oauth')
  // Before it is saved a channel has no address to come back to.
  if (redirect.endsWith('/hooks/draft/oauth')) return { type: 'error', message: ctx.t('error.saveFirst') }
  const { word, expiresAt } = await newState(ctx)
  const version = typeof settings.graphVersion === 'string' ? settings.graphVersion : GRAPH_VERSION
  const address = new URL(`${ctx.endpoints.dialog}/${version}/dialog/oauth`)
  address.search = new URLSearchParams({
    client_id: app.id,
    redirect_uri: redirect,
    state: word,
    scope: platform.scopes.join(','),
    response_type: 'code',
  }).toString()
  return {
    type: 'show',
    show: { as: 'link', value: address.href, message: ctx.t('login.link', { address: redirect }), expiresAt },
  }
}

function question(ctx: ChannelContext, platform: Platform, { pages }: Login): Step {
  const choices = Object.fromEntries(pages.map((page) => [page.id, titleOf(platform, page)]))
  return {
    type: 'form',
    step: 'page',
    title: ctx.t('login.which'),
    schema: Type.Object({ page: choiceField({ label: 'login.page', choices }) }),
    submit: ctx.t('login.take'),
  }
}

function titleOf({ type }: Platform, { name, instagram }: ChosenPage): string {
  if (type === 'facebook' || !instagram) return name
  return `${instagram.username ? `@${instagram.username}` : (instagram.name ?? instagram.id)} (${name})`
}

async function choose(ctx: ChannelContext, platform: Platform, login: Login | null, id: unknown): Promise<Step> {
  const chosen = login?.pages.find((page) => page.id === id)
  if (!chosen) return { type: 'error', message: ctx.t('login.stale') }
  await ctx.store.set(PAGE_KEY, chosen, { sealed: true })
  await ctx.store.delete(LOGIN_KEY)
  await ctx.bus.publish(LOGIN_TOPIC, null)
  return { type: 'done', message: ctx.t('login.chosen', { name: titleOf(platform, chosen) }) }
}
