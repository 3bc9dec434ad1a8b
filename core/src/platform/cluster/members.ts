import { hostname } from 'node:os'
import type { Bus } from './bus.ts'
import type { NodeInfo, Role } from './types.ts'

const BEATS_BETWEEN_SWEEPS = 720

interface Row {
  id: string
  host: string
  roles: string[]
  seenAt: Date
}

const BEAT = `
  insert into node (id, host, roles, version, started_at, seen_at) values ($1, $2, $3, $4, now(), now())
  on conflict (id) do update set seen_at = now()`
const ALIVE = `
  select id, host, roles, seen_at "seenAt" from node where seen_at > now() - interval '15 seconds' order by id`
const SWEEP = `delete from node where seen_at < now() - interval '1 day'`

/** Which other nodes live, from their rows (database time) and from what they say when they come and go. */
export interface Members {
  beat(): Promise<void>
  alive(): Promise<NodeInfo[]>
  joined(nodeId: string, roles: string[]): void
  left(nodeId: string): void
  count(role?: Role): number
  has(nodeId: string): boolean
  remove(): Promise<void>
}

export function createMembers(deps: {
  nodeId: string
  bus: () => Bus
  roles: readonly string[]
  version: string
  onChange(nodeId: string, change: 'joined' | 'left'): void
}): Members {
  const { nodeId, bus } = deps
  const others = new Map<string, string[]>()
  let beats = 0

  const alive = () => bus().query<Row>(ALIVE)

  const members: Members = {
    async beat() {
      await bus().query(BEAT, [nodeId, hostname(), [...deps.roles], deps.version])
      if (beats++ % BEATS_BETWEEN_SWEEPS === 0) await bus().query(SWEEP)
      const rows = (await alive()).filter((row) => row.id !== nodeId)
      const ids = new Set(rows.map((row) => row.id))
      for (const row of rows) members.joined(row.id, row.roles)
      for (const id of [...others.keys()]) if (!ids.has(id)) members.left(id)
    },
    alive,
    joined(id, roles) {
      const isNew = !others.has(id)
      others.set(id, roles)
      if (isNew) deps.onChange(id, 'joined')
    },
    left(id) {
      if (others.delete(id)) deps.onChange(id, 'left')
    },
    count(role) {
      if (!role) return others.size
      let count = 0
      for (const roles of others.values()) if (roles.includes(role)) count++
      return count
    },
    has: (id) => others.has(id),
    async remove() {
      await bus().query('delete from node where id = $1', [nodeId])
    },
  }
  return members
}
