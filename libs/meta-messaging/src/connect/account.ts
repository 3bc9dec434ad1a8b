import { record, records, text } from '@recado/loose-json'
import type { Graph } from '@recado/meta-graph'
import { type ChannelContext, PluginError } from '@recado/sdk'
import type { Platform } from '../platform.ts'
import { defined } from '../read.ts'
import type { Access } from './access.ts'

/** The page or professional account behind the token. */
export interface Account {
  id: string
  /** Further ids by which webhooks may name it. */
  also: string[]
  name: string
  /** The page that the app is subscribed on. */
  pageId?: string
}

export interface FoundAccount extends Account {
  /** The page's own token, when the pasted one was a person's. */
  pageToken?: string
}

const IG = 'instagram_business_account{id,username,name}'

/**
 * Which account the token is for. It must be the one in the settings where they name one: a token is the proof that the
 * account belongs to whoever set up the channel, so no id is believed without it.
 * @throws GraphError, PluginError MISCONFIGURED
 */
export async function findAccount(
  ctx: Pick<ChannelContext, 't'>,
  platform: Platform,
  access: Access,
  wanted: string | undefined,
  signal: AbortSignal,
): Promise<FoundAccount> {
  const token = await access.token()
  const graph = access.graphWith(token)
  const found =
    access.kind === 'instagram'
      ? await instagramAccount(graph, signal)
      : await pageAccount(graph, platform, wanted, signal)
  if (!found) throw new PluginError('MISCONFIGURED', { field: 'accessToken', detail: ctx.t(`error.noAccount`) })
  if (wanted && ![found.id, ...found.also].includes(wanted)) {
    const detail = ctx.t('error.otherAccount', { name: found.name, id: found.id })
    throw new PluginError('MISCONFIGURED', { field: 'accountId', detail })
  }
  return found
}

/** `user_id` is what webhooks name the account by; `id` is its id for this app alone (Instagram API, login of its own). */
async function instagramAccount(graph: Graph, signal: AbortSignal): Promise<FoundAccount | null> {
  const me = await graph.call('/me', { query: { fields: 'id,user_id,username,name' }, signal })
  const [id, scoped] = [text(me.user_id) ?? text(me.id), text(me.id)]
  if (!id) return null
  return { id, also: scoped && scoped !== id ? [scoped] : [], name: nameOf(me) ?? id }
}

/** With a page's token `me` is the page; with a person's, the page is one of theirs. */
async function pageAccount(
  graph: Graph,
  platform: Platform,
  wanted: string | undefined,
  signal: AbortSignal,
): Promise<FoundAccount | null> {
  const fields = platform.type === 'instagram' ? `id,name,${IG}` : 'id,name,category'
  try {
    const me = await graph.call('/me', { query: { fields }, signal })
    const account = accountOf(platform, me)
    if (account && isPage(platform, me)) return account
  } catch (error) {
    if (!isUnknownField(error)) throw error
  }
  const theirs = await graph.call('/me/accounts', {
    query: { fields: `id,name,access_token,${IG}`, limit: 100 },
    signal,
  })
  const pages = records(theirs.data).flatMap((page) => {
    const account = accountOf(platform, page)
    const pageToken = text(page.access_token)
    return account && pageToken ? [{ ...account, pageToken }] : []
  })
  const named = pages.find(({ id, also }) => wanted !== undefined && [id, ...also].includes(wanted))
  return named ?? (wanted === undefined && pages.length === 1 ? (pages[0] ?? null) : null)
}

/** People have no category and no professional account. */
const isPage = (platform: Platform, me: Record<string, unknown>): boolean =>
  platform.type === 'instagram' || text(me.category) !== undefined

/** A person's node refuses the fields of a page (code 100). */
const isUnknownField = (error: unknown): boolean => record(record(error).fault).code === 100

function accountOf(platform: Platform, page: Record<string, unknown>): Account | null {
  const pageId = text(page.id)
  if (!pageId) return null
  if (platform.type === 'facebook') return { id: pageId, also: [], name: text(page.name) ?? pageId, pageId }
  const professional = record(page.instagram_business_account)
  const id = text(professional.id)
  return id ? { id, also: [pageId], name: nameOf(professional) ?? text(page.name) ?? id, pageId } : null
}

function nameOf(told: Record<string, unknown>): string | undefined {
  const username = text(told.username)
  return username ? `@${username}` : text(told.name)
}

/** What is kept of an account: no token. */
export const withoutToken = ({ id, also, name, pageId }: FoundAccount): Account => ({
  id,
  also,
  name,
  ...defined({ pageId }),
})
