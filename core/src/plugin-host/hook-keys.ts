import { randomBytes } from 'node:crypto'
import type { Database } from '../platform/db/database.ts'
import { channelInstance, channelOf } from './instance-name.ts'
import type { ChannelKey, ClusterPort } from './ports.ts'

const TOPIC = 'hook-key'
const FOUND_MS = 60_000
const UNKNOWN_MS = 5_000
const MAX_CACHED = 10_000

/** The unguessable addresses of instances, in `hook_route`, with a short memory. */
export interface HookKeys {
  find(key: string): Promise<ChannelKey | null>
  /** The channel's key; made when there is none. */
  ensure(channel: ChannelKey): Promise<string>
  /** The old key stops working at once on all nodes. */
  rotate(channel: ChannelKey): Promise<string>
  remove(channel: ChannelKey): Promise<void>
  close(): void
}

export const newHookKey = (): string => randomBytes(24).toString('base64url')

export function createHookKeys(deps: { system: Database['system']; cluster: ClusterPort }): HookKeys {
  const { system, cluster } = deps
  const cache = new Map<string, { channel: ChannelKey | null; until: number }>()
  const offs = [
    cluster.on(TOPIC, (payload: { key?: string }) => void cache.delete(String(payload.key))),
    cluster.onReconnect(() => cache.clear()),
  ]

  const forget = (key: string) => {
    cache.delete(key)
    cluster.notify(TOPIC, { key })
  }
  const of = ({ tenantId, channelId }: ChannelKey) => ({ tenantId, instance: channelInstance(channelId) })

  return {
    async find(key) {
      if (!/^[A-Za-z0-9_-]{8,64}$/.test(key)) return null
      const now = performance.now()
      const known = cache.get(key)
      if (known && known.until > now) return known.channel
      const row = await system.hookRoute.findUnique({ where: { key } })
      const channel = row ? channelOf(row.tenantId, row.instance) : null
      cache.delete(key)
      cache.set(key, { channel, until: now + (channel ? FOUND_MS : UNKNOWN_MS) })
      const oldest = cache.size > MAX_CACHED ? cache.keys().next().value : undefined
      if (oldest !== undefined) cache.delete(oldest)
      return channel
    },

    async ensure(channel) {
      const { tenantId, instance } = of(channel)
      const known = await system.hookRoute.findFirst({ where: { tenantId, instance } })
      if (known) return known.key
      const rows = await system.$queryRaw<{ key: string }[]>`
        insert into hook_route (key, tenant_id, instance) values (${newHookKey()}, ${tenantId}, ${instance})
        on conflict (tenant_id, instance) do update set instance = excluded.instance
        returning key`
      return rows[0]?.key ?? ''
    },

    async rotate(channel) {
      const { tenantId, instance } = of(channel)
      const before = await system.hookRoute.findFirst({ where: { tenantId, instance } })
      const key = newHookKey()
      await system.$executeRaw`
        insert into hook_route (key, tenant_id, instance) values (${key}, ${tenantId}, ${instance})
        on conflict (tenant_id, instance) do update set key = excluded.key, created_at = now()`
      if (before) forget(before.key)
      return key
    },

    async remove(channel) {
      const where = of(channel)
      const rows = await system.hookRoute.findMany({ where })
      await system.hookRoute.deleteMany({ where })
      for (const { key } of rows) forget(key)
    },

    close() {
      for (const off of offs) off()
    },
  }
}
