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
      if (login) return question(ctx, platform, login)
      return step === 'way-back' ? { type: 'wait' } : dialog(ctx, platform, settings)
    },
  }
}

async function dialog(ctx: ChannelContext, platform: Platform, settings: Record<string, unknown>): Promise<Step> {
  const app = await appOf(ctx, settings)
  if (!app) return { type: 'error', message: ctx.t('error.noApp'), field: 'appId' }
  const own = await ctx.hookUrl('/oauth')
  // Before it is saved a channel has no address to come back to.
  if (own.endsWith('/hooks/draft/oauth')) return { type: 'error', message: ctx.t('error.saveFirst') }
  // The operator's app knows one address for all channels, from which the state leads on to this one.
  const redirect = app.isShared ? `${ctx.app.hookUrl}/oauth` : own
  const prefix = app.isShared ? `${keyOf(own)}.` : ''
  const { word, expiresAt } = await newState(ctx, { app: { id: app.id, secret: app.secret }, redirect }, prefix)
  const version = typeof settings.graphVersion === 'string' ? settings.graphVersion : GRAPH_VERSION
  const address = new URL(`${ctx.endpoints.dialog}/${version}/dialog/oauth`)
  address.search = new URLSearchParams({
    client_id: app.id,
    redirect_uri: redirect,
    state: word,
    scope: platform.scopes.join(','),
    response_type: 'code',
  }).toString()
  const message = app.isShared
    ? ctx.t('login.link')
    : `${ctx.t('login.link')}\n\n${ctx.t('login.return', { address: own })}`
  return { type: 'show', show: { as: 'link', value: address.href, message, expiresAt }, step: 'way-back' }
}

/** What the channel's address is known by. */
const keyOf = (address: string): string => new URL(address).pathname.split('/').at(-2) ?? ''

function question(ctx: ChannelContext, platform: Platform, { pages }: Login): Step {
  const choices = Object.fromEntries(pages.map((page) => [page.id, titleOf(platform, page)]))
  const [only] = pages
  const isOnly = pages.length === 1 && only
  return {
    type: 'form',
    step: 'page',
    title: ctx.t('login.which'),
    schema: Type.Object({
      page: choiceField({ label: 'login.page', choices, ...(isOnly ? { default: only.id } : {}) }),
    }),
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
