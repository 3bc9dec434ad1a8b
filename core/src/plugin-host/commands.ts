import { isPluginError, PLUGIN_ERROR_CODES, type PluginErrorCode } from '@recado/sdk'
import { AppError } from '../platform/errors/app-error.ts'
import type { BreakerState } from './breaker.ts'
import { CLASS_RULES } from './call-class.ts'
import { CallError } from './call-error.ts'
import { LIST_MS } from './listing.ts'
import type { ChannelKey, ClusterPort, LeasePort } from './ports.ts'
import type { CallClass, ChannelArgs, ChannelMethod, ChannelResult, OwnedChannel } from './types.ts'

const CALL = 'plugin-call'
const FORGET = 'plugin-forget-session'
const BREAKER = 'plugin-breaker'
const LIST = 'plugin-list-contacts'
/** For the answer to come back. */
const ANSWER_MS = 10_000

interface RemoteCall extends ChannelKey {
  method: ChannelMethod
  args: unknown[]
  callClass: CallClass
}
interface RemoteList extends ChannelKey {
  purpose: string
}
type RemoteAnswer =
  | { ok: true; value: unknown }
  | { ok: false; code: PluginErrorCode; detail?: string; retryAfterMs?: number; field?: string }

interface Asked {
  topic: string
  request: RemoteCall | RemoteList
  limitMs: number
  /** What it means that no answer came. */
  unanswered: PluginErrorCode
}

/** What is asked of a channel's owner, wherever it runs. */
export interface Commands {
  call<M extends ChannelMethod>(
    key: ChannelKey,
    method: M,
    args: ChannelArgs<M>,
    callClass: CallClass,
  ): Promise<ChannelResult<M>>
  /** The list itself goes to the port `contacts` of whoever owns the channel. */
  listContacts(key: ChannelKey, purpose: string): Promise<void>
  forgetSession(key: ChannelKey): Promise<void>
  breaker(key: ChannelKey): Promise<BreakerState>
  close(): void
}

export function createCommands(deps: {
  cluster: ClusterPort
  leases: LeasePort
  owned(key: ChannelKey): OwnedChannel | null
  listHere(key: ChannelKey, purpose: string): Promise<void>
  forgetHere(key: ChannelKey): Promise<void>
  breakerHere(key: ChannelKey): BreakerState
}): Commands {
  const { cluster, leases } = deps

  const callHere = async ({ method, args, callClass, ...key }: RemoteCall): Promise<unknown> => {
    const channel = deps.owned(key)
    if (!channel) throw new CallError('NOT_CONNECTED', 'closed')
    return channel.call(method, args as unknown as ChannelArgs<typeof method>, callClass)
  }
  const offs = [
    cluster.answer<RemoteCall>(CALL, (call) => answered(() => callHere(call))),
    cluster.answer<RemoteList>(LIST, ({ purpose, ...key }) => answered(() => deps.listHere(key, purpose))),
    cluster.answer<ChannelKey>(FORGET, async (key) => {
      await deps.forgetHere(key)
      return null
    }),
    cluster.answer<ChannelKey>(BREAKER, async (key) => deps.breakerHere(key)),
  ]

  const remoteOwner = async (key: ChannelKey): Promise<string | null> => {
    const owner = await leases.ownerOf(key)
    return owner && owner.nodeId !== cluster.nodeId ? owner.nodeId : null
  }

  /** @throws CallError what the owner answered, or `unanswered` when it did not */
  const ask = async (key: ChannelKey, { topic, request, limitMs, unanswered }: Asked): Promise<unknown> => {
    const nodeId = await remoteOwner(key)
    if (!nodeId) throw new CallError('NOT_CONNECTED', 'closed')
    let answer: RemoteAnswer
    try {
      answer = await cluster.request<RemoteAnswer>(nodeId, topic, request, limitMs)
    } catch (error) {
      if (!(error instanceof AppError || error instanceof RangeError)) throw error
      throw new CallError(unanswered, 'closed', { cause: error })
    }
    if (answer.ok) return answer.value
    const { ok: _ok, code, ...options } = answer
    throw new CallError(PLUGIN_ERROR_CODES.includes(code) ? code : 'TEMPORARY', 'told', options)
  }

  return {
    async call<M extends ChannelMethod>(
      key: ChannelKey,
      method: M,
      args: ChannelArgs<M>,
      callClass: CallClass,
    ): Promise<ChannelResult<M>> {
      const here = deps.owned(key)
      if (here) return here.call(method, args, callClass)
      const { limitMs, waitMs, leavesTraces } = CLASS_RULES[callClass]
      const request: RemoteCall = { ...key, method, args: args as unknown as unknown[], callClass }
      const unanswered = leavesTraces ? 'AMBIGUOUS' : 'TEMPORARY'
      return (await ask(key, { topic: CALL, request, limitMs: limitMs + waitMs, unanswered })) as ChannelResult<M>
    },
    async listContacts(key, purpose) {
      if (deps.owned(key)) return deps.listHere(key, purpose)
      const request: RemoteList = { ...key, purpose }
      await ask(key, { topic: LIST, request, limitMs: LIST_MS + ANSWER_MS, unanswered: 'TEMPORARY' })
    },
    async forgetSession(key) {
      const nodeId = deps.owned(key) ? null : await remoteOwner(key)
      if (nodeId) await cluster.request(nodeId, FORGET, { ...key }, 15_000)
      else await deps.forgetHere(key)
    },
    async breaker(key) {
      const nodeId = deps.owned(key) ? null : await remoteOwner(key)
      if (!nodeId) return deps.breakerHere(key)
      return cluster.request<BreakerState>(nodeId, BREAKER, { ...key }, 2000).catch(() => 'closed' as const)
    },
    close() {
      for (const off of offs) off()
    },
  }
}

/** A refusal as it travels between nodes. */
async function answered(work: () => Promise<unknown>): Promise<RemoteAnswer> {
  try {
    return { ok: true, value: (await work()) ?? null }
  } catch (error) {
    if (!isPluginError(error)) throw error
    const { code, detail, retryAfterMs, field } = error
    return {
      ok: false,
      code,
      ...(detail === undefined ? {} : { detail }),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      ...(field === undefined ? {} : { field }),
    }
  }
}
