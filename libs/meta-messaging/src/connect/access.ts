import { createGraph, GRAPH_VERSION, type Graph } from '@recado/meta-graph'
import { type ChannelContext, PluginError } from '@recado/sdk'
import { judge } from '../errors.ts'
import { digest } from '../read.ts'
import type { AccessKind, MetaSettings } from '../settings.ts'

/** A page that a person chose after logging in, sealed in the store. */
export interface ChosenPage {
  id: string
  name: string
  token: string
  instagram?: { id: string; username?: string; name?: string }
}

/** The token in use in place of the pasted one: that of the page, or a renewed one. */
interface Derived {
  /** Digest of the pasted token that it comes from. */
  of: string
  token: string
  /** Epoch milliseconds. */
  at: number
}

export const PAGE_KEY = 'page'
const DERIVED_KEY = 'derived-token'

export interface Access {
  readonly kind: AccessKind
  readonly version: string
  /** Name of the endpoint that the account's calls go to. */
  readonly endpoint: 'graph' | 'instagram'
  /** Graph calls with the token in use. */
  readonly graph: Graph
  /** The token in use. @throws PluginError MISCONFIGURED when there is none */
  token(): Promise<string>
  /** The chosen page of a login; null with a pasted token. */
  page(): Promise<ChosenPage | null>
  /** Takes another token from now on in place of the pasted one. */
  derive(token: string): Promise<void>
  /** When the derived token was made; null when the pasted one is in use. */
  derivedAt(): Promise<number | null>
  /** Calls with a token of the caller's. */
  graphWith(token: string): Graph
}

type Needs = Pick<ChannelContext, 'http' | 'store' | 'secrets' | 'clock' | 't'>

export function createAccess(ctx: Needs, settings: Partial<MetaSettings>): Access {
  const kind = settings.access ?? 'token'
  const version = settings.graphVersion ?? GRAPH_VERSION
  const endpoint = kind === 'instagram' ? 'instagram' : 'graph'
  const graphWith = (token: () => Promise<string>): Graph =>
    createGraph({ http: ctx.http, endpoint, version, token, judge })

  const pasted = async (): Promise<string> => {
    const token = (await ctx.secrets.get('accessToken'))?.trim()
    if (!token) throw new PluginError('MISCONFIGURED', { field: 'accessToken', detail: ctx.t('error.noToken') })
    return token
  }
  const derived = async (): Promise<Derived | null> => {
    const kept = (await ctx.store.get<Derived>(DERIVED_KEY))?.value
    return kept && kept.of === digest(await pasted()) ? kept : null
  }
  const page = async (): Promise<ChosenPage | null> =>
    kind === 'login' ? ((await ctx.store.get<ChosenPage>(PAGE_KEY))?.value ?? null) : null

  const token = async (): Promise<string> => {
    if (kind !== 'login') return (await derived())?.token ?? (await pasted())
    const chosen = await page()
    if (!chosen) throw new PluginError('MISCONFIGURED', { field: 'access', detail: ctx.t('error.noLogin') })
    return chosen.token
  }

  return {
    kind,
    version,
    endpoint,
    graph: graphWith(token),
    token,
    page,
    async derive(next) {
      const value: Derived = { of: digest(await pasted()), token: next, at: ctx.clock.now() }
      await ctx.store.set(DERIVED_KEY, value, { sealed: true })
    },
    derivedAt: async () => (kind === 'login' ? null : ((await derived())?.at ?? null)),
    graphWith: (given) => graphWith(async () => given),
  }
}
