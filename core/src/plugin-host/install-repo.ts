import { isDeepStrictEqual } from 'node:util'
import type { Database } from '../platform/db/database.ts'
import type { InstalledPlugin } from './types.ts'

type System = Database['system']

/** Writes how each plugin fared at this start; those no longer on the list become `missing`. Mostly all is as it was. */
export async function saveInstalls(system: System, plugins: readonly InstalledPlugin[]): Promise<void> {
  const known = new Map((await system.pluginInstall.findMany()).map((row) => [row.id, row]))
  const same: string[] = []
  for (const { id, version, kinds, state, reason } of plugins) {
    const values = { version, kinds, state, reason }
    const found = known.get(id)
    if (found && isDeepStrictEqual({ ...found, ...values }, found)) same.push(id)
    else await system.pluginInstall.upsert({ where: { id }, create: { id, ...values }, update: values })
  }
  await system.pluginInstall.updateMany({ where: { id: { in: same } }, data: { updatedAt: new Date() } })
  const listed = new Set(plugins.map(({ id }) => id))
  const gone = [...known.keys()].filter((id) => !listed.has(id))
  if (gone.length > 0)
    await system.pluginInstall.updateMany({ where: { id: { in: gone } }, data: { state: 'missing', reason: null } })
}

/** A note about a plugin that runs, for the operator's screen. */
export async function noteInstall(system: System, id: string, reason: string): Promise<void> {
  await system.pluginInstall.updateMany({ where: { id, state: 'active' }, data: { reason: reason.slice(0, 500) } })
}
