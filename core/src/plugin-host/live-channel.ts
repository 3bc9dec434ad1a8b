import { randomUUID } from 'node:crypto'
import {
  type AppCredentials,
  type ChannelContext,
  type ChannelDefinition,
  type ChannelInstance,
  type HookReply,
  type HookRequest,
  type Party,
  PluginError,
} from '@recado/sdk'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/logger.ts'
import { type BreakerState, createBreaker } from './breaker.ts'
import { CLASS_RULES } from './call-class.ts'
import { CallError } from './call-error.ts'
import { readySettings, rememberedSecrets } from './channel-settings.ts'
import type { BusExchange } from './context/bus.ts'
import { createReports, type Reports } from './context/connection.ts'
import { createInbound } from './context/inbound.ts'
import { type ContextDeps, createInstanceContext } from './context/instance-context.ts'
import { instanceFault } from './definition.ts'
import { channelInstance } from './instance-name.ts'
import type { Callee, Invoker } from './invoker.ts'
import { asHost } from './plugin-scope.ts'
import type { ChannelKey, ChannelRecord, ChannelRef, HostPorts } from './ports.ts'
import type { Secrets } from './settings/secrets.ts'
import type { CallClass, ChannelArgs, ChannelMethod, ChannelResult, Contributed, OpenChannel } from './types.ts'

export interface LiveDeps extends ContextDeps {
  ports: HostPorts
  clock: Clock
  log: Log
  invoker: Invoker
  secrets: Secrets
  bus: BusExchange
  hookUrl(key: ChannelKey): Promise<string>
  appOf(pluginId: string): Promise<AppCredentials>
  onState(channel: LiveChannel): void
}

/** An opened channel with what only the host may do to it. */
export interface LiveChannel extends OpenChannel {
  readonly key: ChannelKey
  /** What it was opened with; differs when the settings changed. */
  readonly fingerprint: string
  readonly ctx: ChannelContext
  readonly callee: Callee
  readonly reports: Reports
  readonly breakerState: BreakerState
  /** Calls under way; `sending` are those that may leave traces at the provider. */
  readonly busy: number
  readonly sending: number
  /** When it was last called, in epoch milliseconds. */
  readonly usedAt: number
  readonly isClosed: boolean
  /** The lease came to this node; `isCurrent` tells whether it may still act on it at this very moment. */
  own(lease: { epoch: number; isCurrent(): boolean }): void
  /** Owned, open, and the lease has not run out. */
  readonly isOurs: boolean
  /** Something outside needs it open, such as a socket. Answers what ends that. */
  attach(): () => void
  readonly attached: number
  /** Runs any code of the plugin under the invoker's rules. */
  run<T>(
    name: string,
    callClass: CallClass,
    work: (signal: AbortSignal) => T | Promise<T>,
    signal?: AbortSignal,
  ): Promise<T>
  /** The people of the address book; read it inside `run`. @throws PluginError UNSUPPORTED */
  contacts(signal: AbortSignal): AsyncIterable<Party>
  /** The plugin's answer to a hook; call it inside `run`. */
  receive(request: HookRequest): Promise<HookReply>
  onClose(listener: () => void): void
  /** Fires the signal, then lets the plugin clean up. Never rejects. */
  close(): Promise<void>
}

export const addressScopeOf = (definition: ChannelDefinition, channelId: number): number =>
  definition.address.perChannel ? channelId : 0

export const refOf = ({ definition }: Contributed<ChannelDefinition>, key: ChannelKey): ChannelRef => ({
  tenantId: key.tenantId,
  channelId: key.channelId,
  type: definition.type,
  addressScope: addressScopeOf(definition, key.channelId),
})

/**
 * Migrates and checks the settings, then opens the plugin's instance. No network work happens yet.
 * @throws CallError MISCONFIGURED when the settings do not fit, a defect when `open` fails
 */
export async function openLiveChannel(
  deps: LiveDeps,
  contributed: Contributed<ChannelDefinition>,
  record: ChannelRecord,
): Promise<LiveChannel> {
  const { plugin, definition } = contributed
  const { tenantId, channelId } = record
  const key: ChannelKey = { tenantId, channelId }
  const instance = channelInstance(channelId)
  const ref = refOf(contributed, key)
  const { values: settings, fingerprint } = await readySettings(deps, contributed, record)
  const closing = new AbortController()
  const breaker = createBreaker(deps.clock)
  const callee: Callee = { pluginId: plugin.id, tenantId, instance, breaker, signal: closing.signal }
  const closeListeners = new Set<() => void>()
  let lease: { epoch: number; isCurrent(): boolean } | null = null
  let attached = 0
  let busy = 0
  let sending = 0
  let usedAt = deps.clock.now()
  let closed: Promise<void> | null = null

  const reports = createReports({
    log: deps.log,
    async store(report) {
      if (!lease && definition.transport === 'session') return
      await deps.ports.connection.set(ref, lease?.epoch ?? null, report)
    },
    onState: () => deps.onState(channel),
  })
  const end = deps.bus.join({ key, id: randomUUID(), pluginId: plugin.id, instance })
  const ctx: ChannelContext = Object.freeze({
    ...createInstanceContext(deps, {
      contributed,
      tenantId,
      instance,
      name: record.name,
      settings,
      secret: rememberedSecrets(deps, tenantId, instance),
      hookUrl: () => deps.hookUrl(key),
      signal: closing.signal,
      locale: 'pt',
    }),
    inbound: createInbound({ ports: deps.ports, ref, epoch: () => lease?.epoch ?? null, signal: closing.signal }),
    connection: { set: (report) => reports.set(report) },
    app: await deps.appOf(plugin.id),
    conversations: {
      history: (chat, options = {}) => asHost(() => deps.ports.conversations.history(ref, chat, options)),
      availability: () => asHost(() => deps.ports.conversations.availability(ref)),
    },
    bus: end.bus,
  } satisfies ChannelContext)

  const run: LiveChannel['run'] = async (name, callClass, work, signal) => {
    const traces = CLASS_RULES[callClass].leavesTraces ? 1 : 0
    busy += 1
    sending += traces
    usedAt = deps.clock.now()
    try {
      return await deps.invoker.call(callee, { name, callClass, run: work, ...(signal ? { signal } : {}) })
    } finally {
      busy -= 1
      sending -= traces
    }
  }

  let opened: ChannelInstance
  try {
    opened = await deps.invoker.call(callee, {
      name: 'open',
      callClass: 'connect',
      async run() {
        await definition.prepare?.()
        const made = definition.open(ctx)
        const fault = instanceFault(made, { ...definition.features })
        if (fault) throw new TypeError(fault)
        return made
      },
    })
  } catch (error) {
    closing.abort()
    end.leave()
    throw error
  }

  const channel: LiveChannel = {
    key,
    ref,
    definition,
    fingerprint,
    ctx,
    callee,
    reports,
    get epoch() {
      return lease?.epoch ?? null
    },
    get state() {
      return reports.latest?.state ?? 'connecting'
    },
    get breakerState() {
      return breaker.state
    },
    get busy() {
      return busy
    },
    get sending() {
      return sending
    },
    get usedAt() {
      return usedAt
    },
    get isClosed() {
      return closing.signal.aborted
    },
    has: (method) => typeof opened[method] === 'function',
    call: <M extends ChannelMethod>(method: M, args: ChannelArgs<M>, callClass: CallClass) =>
      run(method, callClass, (signal) => {
        // Only the owner speaks to the provider, and only while nobody else can have become it (reliability R-01).
        if (CLASS_RULES[callClass].leavesTraces && !channel.isOurs) throw new CallError('NOT_CONNECTED', 'closed')
        const work = opened[method] as ((...args: unknown[]) => ChannelResult<M>) | undefined
        if (typeof work !== 'function') throw new PluginError('UNSUPPORTED', { detail: method })
        return work.apply(opened, [...(args as unknown[]), signal])
      }) as Promise<ChannelResult<M>>,
    run,
    own(next) {
      lease = next
    },
    get isOurs() {
      return lease !== null && !closing.signal.aborted && lease.isCurrent()
    },
    attach() {
      attached += 1
      return () => {
        attached -= 1
      }
    },
    get attached() {
      return attached
    },
    contacts(signal) {
      if (typeof opened.listContacts !== 'function') throw new PluginError('UNSUPPORTED', { detail: 'listContacts' })
      return opened.listContacts(signal)
    },
    async receive(request) {
      if (typeof opened.receiveHook !== 'function') return { status: 404 }
      return opened.receiveHook(request)
    },
    onClose: (listener) => void closeListeners.add(listener),
    close() {
      closed ??= (async () => {
        closing.abort()
        end.leave()
        for (const listener of closeListeners) listener()
        if (typeof opened.close !== 'function') return
        await deps.invoker
          .call(callee, { name: 'close', callClass: 'close', run: () => opened.close?.() })
          .catch((error: unknown) => deps.log.warn({ err: error, plugin: plugin.id, instance }, 'close failed'))
      })()
      return closed
    },
  }
  return channel
}
