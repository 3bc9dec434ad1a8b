import { record, records, text } from '@recado/loose-json'
import { createGraph, type Graph } from '@recado/meta-graph'
import { type HookReply, type HookRequest, isPluginError } from '@recado/sdk'
import type { ChosenPage } from '../connect/access.ts'
import { judge } from '../errors.ts'
import type { Line } from '../line.ts'
import { defined } from '../read.ts'
import { exchangeToken } from './app.ts'
import { page } from './page.ts'
import { type Begun, spendState } from './state.ts'

/** Pages of somebody who logged in, until one is chosen; sealed in the store. */
export interface Login {
  pages: ChosenPage[]
  at: number
}

export const LOGIN_KEY = 'login'
const MOST_PAGES = 300

/** The way back from Facebook's dialog: exchanges the code for a long-lived token and reads the pages. */
export async function finishLogin(line: Line, { method, query, signal }: HookRequest): Promise<HookReply> {
  const { ctx } = line
  if (method !== 'GET') return { status: 405, headers: { allow: 'GET' } }
  const title = ctx.t('login.title')
  const { state, code } = query
  const begun = state ? await spendState(ctx, state) : null
  if (!begun) return page(403, title, ctx.t('login.stale'))
  if (!code) return page(200, title, ctx.t('login.cancelled'))
  try {
    const pages = await pagesOf(line, begun, code, signal)
    if (pages.length === 0) return page(200, title, ctx.t('login.noPages'))
    const login: Login = { pages, at: ctx.clock.now() }
    await ctx.store.set(LOGIN_KEY, login, { sealed: true })
    return page(200, title, ctx.t('login.done'))
  } catch (error) {
    if (!isPluginError(error)) throw error
    ctx.log.warn('logging in failed', { code: error.code, detail: error.detail })
    return page(502, title, ctx.t('login.failed'))
  }
}

/** Tokens of pages that a long-lived token brings do not end by themselves. */
async function pagesOf(
  { ctx, access, platform }: Line,
  { app, redirect }: Begun,
  code: string,
  signal: AbortSignal,
): Promise<ChosenPage[]> {
  const who = { client_id: app.id, client_secret: app.secret }
  const short = await exchangeToken(ctx, access.version, { ...who, redirect_uri: redirect, code }, signal)
  const trade = { ...who, grant_type: 'fb_exchange_token', fb_exchange_token: short }
  const long = await exchangeToken(ctx, access.version, trade, signal)
  const graph = createGraph({
    http: ctx.http,
    endpoint: 'graph',
    version: access.version,
    token: async () => long,
    judge,
  })
  const pages = await readPages(graph, signal)
  return platform.type === 'instagram' ? pages.filter(({ instagram }) => instagram) : pages
}

async function readPages(graph: Graph, signal: AbortSignal): Promise<ChosenPage[]> {
  const fields = 'id,name,access_token,instagram_business_account{id,username,name}'
  const pages: ChosenPage[] = []
  let after: string | undefined
  do {
    const answer = await graph.call('/me/accounts', { query: { fields, limit: 100, after }, signal })
    const found = records(answer.data).flatMap(pageOf)
    pages.push(...found)
    const paging = record(answer.paging)
    after = paging.next ? text(record(paging.cursors).after) : undefined
  } while (after && pages.length < MOST_PAGES)
  return pages.slice(0, MOST_PAGES)
}

function pageOf(told: Record<string, unknown>): ChosenPage[] {
  const [id, token] = [text(told.id), text(told.access_token)]
  if (!id || !token) return []
  const professional = record(told.instagram_business_account)
  const instagramId = text(professional.id)
  const instagram = instagramId
    ? { id: instagramId, ...defined({ username: text(professional.username), name: text(professional.name) }) }
    : undefined
  return [{ id, token, name: text(told.name) ?? id, ...defined({ instagram }) }]
}
