import { isPluginError } from '@recado/sdk'
import type { Registry as MetricsRegistry } from 'prom-client'
import { background } from '../platform/background.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import { systemScope } from '../platform/db/scope.ts'
import type { Log } from '../platform/logger.ts'
import { runAction } from './actions.ts'
import { appInstance, appPart, createAppSettings } from './app-credentials.ts'
import { createAppointments } from './appointments.ts'
import type { CLASS_RULES } from './call-class.ts'
import { CallError } from './call-error.ts'
import { createCommands } from './commands.ts'
import { createBusExchange } from './context/bus.ts'
import { createDefects } from './defects.ts'
import { createHookKeys } from './hook-keys.ts'
import type { HookAccess } from './hooks/access.ts'
import { noteInstall, saveInstalls } from './install-repo.ts'
import { channelInstance } from './instance-name.ts'
import { createInstances } from './instances.ts'
import { createInvoker, type InvokerLimits } from './invoker.ts'
import { listContacts } from './listing.ts'
import type { LiveChannel } from './live-channel.ts'
import { loadPlugins } from './loader.ts'
import { createHostMetrics } from './metrics.ts'
import { asPlugin } from './plugin-scope.ts'
import type { ChannelKey, ClusterPort, EgressPort, HostPorts, LeasePort, VaultPort } from './ports.ts'
import type { LeakSink } from './process-guard.ts'
import { createRegistry, type Registry } from './registry.ts'
import { createSupervisor } from './sessions.ts'
import { createPanels } from './settings/panels.ts'
import { createSecrets } from './settings/secrets.ts'
import type { ChannelArgs, PluginHost } from './types.ts'

export interface PluginHostDeps {
  /** The operator's list: package names or absolute paths. */
  packages: readonly string[]
  allowDevelopment: boolean
  /** Where `RECADO_ENDPOINT_…` is looked up. */
  env: Readonly<Record<string, string | undefined>>
  /** Base address of this installation, without a trailing slash. */
  publicUrl: string
  /** Does this node keep channel sessions? */
  sessions: boolean
  /** The operator's own company. */
  operatorTenant: number
  db: Pick<Database, 'uow' | 'system'>
  vault: VaultPort
  egress: EgressPort
  cluster: ClusterPort
  leases: LeasePort
  clock: Clock
  log: Log
  ports: HostPorts
  metrics?: MetricsRegistry
  limits?: InvokerLimits
  rules?: typeof CLASS_RULES
  importTimeoutMs?: number
  loginEveryMs?: number
}

/** All parts of the host, put together. */
export function createPluginHost(deps: PluginHostDeps): PluginHost & HookAccess & LeakSink {
  const { db, clock, cluster, leases, ports } = deps
  const log = deps.log.child({ part: 'plugin-host' })
  let registry: Registry = createRegistry([])
  const metrics = createHostMetrics(deps.metrics)
  const defects = createDefects({
    clock,
    log,
    note: (pluginId, text) => background(log, 'note a defect', noteInstall(db.system, pluginId, text)),
    counted: metrics.defect,
  })
  const invoker = createInvoker({
    defects,
    metrics,
    ...(deps.limits ? { limits: deps.limits } : {}),
    ...(deps.rules ? { rules: deps.rules } : {}),
  })
  const secrets = createSecrets(deps)
  const panels = createPanels(secrets)
  const hookKeys = createHookKeys({ system: db.system, cluster })
  const bus = createBusExchange({
    cluster,
    onDefect: (pluginId, instance, error) => defects.record({ pluginId, instance, where: 'bus', error }),
  })
  const apps = createAppSettings({
    ...deps,
    log,
    secrets,
    async onChanged(pluginId) {
      const concerned = instances.all().filter(({ callee }) => callee.pluginId === pluginId)
      for (const { key } of concerned) await supervisor.reopen(key)
    },
  })
  const hookUrl = async (key: ChannelKey) => `${deps.publicUrl}/hooks/${await hookKeys.ensure(key)}`
  const live = {
    ...deps,
    log,
    invoker,
    secrets,
    bus,
    hookUrl,
    appOf: apps.of,
    registry: () => registry,
    onAppointment: (when: number) => appointments.noted(when),
    onState: (channel: LiveChannel) => supervisor.stateChanged(channel),
  }
  const instances = createInstances(live)
  const supervisor = createSupervisor({
    enabled: deps.sessions,
    instances,
    leases,
    cluster,
    ports,
    clock,
    log,
    registry: () => registry,
    ...(deps.loginEveryMs === undefined ? {} : { loginEveryMs: deps.loginEveryMs }),
  })
  const ownedHere = ({ tenantId, channelId }: ChannelKey) => supervisor.instance(tenantId, channelId)
  const appointments = createAppointments({
    system: db.system,
    clock,
    log,
    owned: () => instances.all().filter(({ epoch, isClosed }) => epoch !== null && !isClosed),
  })
  const wipeStore = async ({ tenantId, channelId }: ChannelKey) => {
    const instance = channelInstance(channelId)
    await db.uow.run(systemScope(tenantId, 'plugin-host'), (tx) =>
      tx.db.pluginStore.deleteMany({ where: { instance } }),
    )
  }
  const commands = createCommands({
    cluster,
    leases,
    owned: ownedHere,
    async listHere(key, purpose) {
      const channel = ownedHere(key) && instances.peek(key)
      if (!channel) throw new CallError('NOT_CONNECTED', 'closed')
      await listContacts(channel, purpose, ports)
    },
    forgetHere: (key) => supervisor.reopen(key, () => wipeStore(key)),
    breakerHere: (key) => instances.peek(key)?.breakerState ?? 'closed',
  })

  let loading: ReturnType<typeof loadPlugins> | undefined
  const load = () => {
    loading ??= loadPlugins({ ...deps, log })
    return loading
  }

  const host: PluginHost & HookAccess & LeakSink = {
    load: () => void load(),
    async start() {
      const results = await load()
      registry = createRegistry(results)
      await saveInstalls(db.system, results)
      supervisor.start()
      if (deps.sessions) appointments.start()
    },
    async close() {
      await appointments.close()
      await supervisor.close()
      commands.close()
      hookKeys.close()
      apps.close()
      bus.close()
    },

    plugins: () => registry.plugins(),
    contributions: () => registry.contributions(),
    contribution: (kind, type) => registry.contribution(kind, type),
    channelType: (type) => registry.channelType(type),

    sessions: supervisor,
    open: (tenantId, channelId) => instances.open({ tenantId, channelId }),
    channelCall: (tenantId, channelId, method, args, callClass) =>
      commands.call({ tenantId, channelId }, method, args, callClass),
    listContacts: (tenantId, channelId, purpose) => commands.listContacts({ tenantId, channelId }, purpose),
    hint(tenantId, channelId, method, args) {
      const key = { tenantId, channelId }
      const send = async () => {
        const channel = ownedHere(key) ?? (await instances.open(key))
        if (!channel?.has(method)) return
        if (channel.epoch === null && channel.definition.transport === 'session')
          await commands.call(key, method, args, 'hint')
        else await channel.call(method, args as ChannelArgs<typeof method>, 'hint')
      }
      send().catch((error: unknown) => log.debug({ ...key, method, err: error }, 'a hint did not reach the channel'))
    },
    addressOf(type, raw) {
      const found = registry.channelType(type)
      if (!found) return null
      const { kind, normalise } = found.definition.address
      try {
        // Throwing on nonsense is what the contract asks for.
        return { kind, value: asPlugin(found.plugin.id, () => String(normalise(raw))) }
      } catch {
        return null
      }
    },
    async fetchMedia(tenantId, channelId, ref, signal) {
      const channel = await instances.open({ tenantId, channelId })
      if (!channel) throw new CallError('NOT_CONNECTED', 'closed')
      const file = await channel.call('fetchMedia', [ref], 'media')
      signal.throwIfAborted()
      const stream = file.stream.pipeThrough(new TransformStream<Uint8Array, Uint8Array>(), {
        signal: AbortSignal.any([signal, channel.callee.signal]),
      })
      return { ...file, stream } as Awaited<ReturnType<PluginHost['fetchMedia']>>
    },
    runAction: (request) => runAction({ ...live, publicUrl: deps.publicUrl }, request),
    panels,
    secrets,
    async readApp(contributed) {
      const part = appPart(contributed)
      if (!part) return null
      const instance = appInstance(contributed.plugin.id)
      return {
        part,
        settings: await panels.read(part, deps.operatorTenant, instance, await apps.stored(contributed.plugin.id)),
      }
    },
    async saveApp(contributed, draft) {
      const part = appPart(contributed)
      if (!part) return
      const { id } = contributed.plugin
      const before = { tenantId: deps.operatorTenant, instance: appInstance(id), ...(await apps.stored(id)) }
      const checked = await panels.check(part, draft, before)
      await checked.commit(before.tenantId, before.instance)
      await apps.save(id, checked.settings, checked.version)
    },

    channelChanged: (key, change = 'changed') => supervisor.changed(key, change),
    async sayGoodbye(key) {
      try {
        await commands.call(key, 'forget', [], 'action')
      } catch (error) {
        const code = isPluginError(error) ? error.code : 'unknown'
        // Not every provider has to be told, and nobody runs a channel that was switched off.
        const isNothing = code === 'UNSUPPORTED' || code === 'NOT_CONNECTED'
        log[isNothing ? 'debug' : 'warn']({ ...key, err: error }, 'no goodbye to the provider')
      }
    },
    forgetSession: (key) => commands.forgetSession(key),
    async forgetInstance(key) {
      const instance = channelInstance(key.channelId)
      await hookKeys.remove(key)
      await db.uow.run(systemScope(key.tenantId, 'plugin-host'), async (tx) => {
        await tx.db.pluginStore.deleteMany({ where: { instance } })
        await tx.db.pluginSecret.deleteMany({ where: { instance } })
        await tx.db.pluginSchedule.deleteMany({ where: { instance } })
      })
    },
    hookUrl,
    async rotateHook(key) {
      const hookKey = await hookKeys.rotate(key)
      supervisor.changed(key, 'reconnect')
      return `${deps.publicUrl}/hooks/${hookKey}`
    },
    breaker: (key) => commands.breaker(key),
    idle: () => supervisor.idle(),

    hookChannel: (key) => hookKeys.find(key),
    openForHook: (key) => instances.open(key),
    operatorTenant: deps.operatorTenant,
    appOf: apps.of,
    loadedPlugin: (id) => registry.loaded(id),
    byAccount: (type, ids) => ports.channels.byAccount(type, ids),
    openMedia: async (tenantId, id) => {
      const info = await ports.media.info(tenantId, id)
      return info ? { info, stream: await ports.media.open(tenantId, id) } : null
    },
    recordDefect: (pluginId, instance, where, error) => defects.record({ pluginId, instance, where, error }),
    leaked: (pluginId, instance, what, error) => defects.record({ pluginId, instance, where: `leaked ${what}`, error }),
  }
  return host
}
