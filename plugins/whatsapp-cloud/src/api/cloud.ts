import { createGraph, GRAPH_VERSION, type Graph, GraphError } from '@recado/meta-graph'
import { type ChannelContext, isPluginError, PluginError } from '@recado/sdk'
import type { CloudSettings } from '../settings.ts'
import { explain, isGone, judge } from './judge.ts'

/** The Cloud API as one channel sees it. Makes no request by itself. */
export interface Cloud {
  readonly graph: Graph
  /** Paths of the channel's own objects. */
  readonly phone: string
  readonly account: string
  token(): Promise<string | null>
}

type Secrets = ChannelContext['secrets']

export function createCloud(
  ctx: ChannelContext,
  settings: Readonly<Partial<CloudSettings>> = ctx.settings as Readonly<Partial<CloudSettings>>,
  secrets: Secrets = ctx.secrets,
): Cloud {
  const token = () => secrets.get('accessToken')
  return {
    graph: createGraph({
      http: ctx.http,
      endpoint: 'graph',
      version: settings.graphVersion || GRAPH_VERSION,
      token,
      judge,
    }),
    phone: `/${idOf(settings.phoneNumberId)}`,
    account: `/${idOf(settings.businessAccountId)}`,
    token,
  }
}

/** Ids stand in paths; without one the call would address something else. */
const idOf = (id: string | undefined): string => encodeURIComponent(id?.trim() || '0')

/** The refusal in the reader's language; other errors as they are. */
export function explained(ctx: Pick<ChannelContext, 't'>, error: unknown): unknown {
  if (!(error instanceof GraphError)) return error
  const { code, retryAfterMs } = error
  return new PluginError(code, {
    detail: explain(ctx.t, error.fault),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    cause: error,
  })
}

/** A call that may be repeated without harm: an answer that never came leaves nothing open. */
export async function repeatable<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!isPluginError(error) || error.code !== 'AMBIGUOUS') throw error
    throw new PluginError('TEMPORARY', { ...(error.detail ? { detail: error.detail } : {}), cause: error })
  }
}

/** Names the setting that is wrong when the object it points at is not there. */
export async function pointingAt<T>(field: string, detail: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof GraphError) || !(isGone(error.fault) || error.fault.code === 100)) throw error
    throw new PluginError('MISCONFIGURED', { field, detail, cause: error })
  }
}
