import type { Http, InstanceContext, Store } from '@recado/sdk'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Locale } from '../../platform/db/scope.ts'
import type { Log } from '../../platform/logger.ts'
import { asHost } from '../plugin-scope.ts'
import type { EgressPort, HostPorts, VaultPort } from '../ports.ts'
import { addressesIn } from '../settings/panels.ts'
import type { Contributed } from '../types.ts'
import { createPluginLog } from './log.ts'
import { createMedia } from './media.ts'
import { createSchedule } from './schedule.ts'
import { createStore } from './store.ts'

/** What all instances on this node share. */
export interface ContextDeps {
  db: Pick<Database, 'uow'>
  vault: VaultPort
  egress: EgressPort
  ports: Pick<HostPorts, 'media'>
  clock: Clock
  log: Log
  /** An appointment was made. */
  onAppointment(when: number): void
}

export interface ContextOptions {
  contributed: Contributed
  tenantId: number
  /** `channel:7`. */
  instance: string
  name: string
  settings: Record<string, unknown>
  secret(field: string): Promise<string | null>
  hookUrl(): Promise<string>
  signal: AbortSignal
  locale: Locale
  /** In place of the stored one, for drafts. */
  store?: Store
}

/** Everything an instance sees of the host, whatever its kind. */
export function createInstanceContext(deps: ContextDeps, options: ContextOptions): InstanceContext {
  const { contributed, tenantId, instance, signal, locale } = options
  const { plugin, definition } = contributed
  const { endpoints } = plugin
  const egress = deps.egress.clientFor({
    name: `${plugin.id}/${tenantId}/${instance}`,
    endpoints,
    tenantAddresses: addressesIn(options.settings),
    signal,
  })
  const http: Http = { request: (url, init) => asHost(() => egress.request(url, init)) }
  const log = deps.log.child({ plugin: plugin.id, tenantId, instance })
  return Object.freeze({
    instance: Object.freeze({ id: instance, name: options.name, type: definition.type, tenantId }),
    settings: deepFreeze(structuredClone(options.settings)),
    secrets: { get: (field: string) => asHost(() => options.secret(field)) },
    http,
    endpoints: Object.freeze(Object.fromEntries(Object.entries(endpoints).map(([name, { base }]) => [name, base]))),
    store: options.store ?? createStore({ db: deps.db, vault: deps.vault, tenantId, instance }),
    media: createMedia(deps.ports.media, tenantId),
    schedule: createSchedule({ db: deps.db, tenantId, instance, onNew: deps.onAppointment }),
    hookUrl: async (path = '') => `${await asHost(options.hookUrl)}${path}`,
    clock: { now: () => deps.clock.now() },
    log: createPluginLog(log, deps.clock),
    t: (key: string, params?: Record<string, string | number>) => contributed.text(locale, key, params),
    signal,
  })
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const entry of Object.values(value)) deepFreeze(entry)
  }
  return value
}
