import type { Database } from '../platform/db/database.ts'
import type { InstalledPlugin } from './types.ts'

type System = Database['system']

/** Writes how each plugin fared at this start; those no longer on the list become `missing`. */
export async function saveInstalls(system: System, plugins: readonly InstalledPlugin[]): Promise<void> {
  for (const { id, version, kinds, state, reason } of plugins) {
    const values = { version, kinds, state, reason }
    await system.pluginInstall.upsert({ where: { id }, create: { id, ...values }, update: values })
  }
  await system.pluginInstall.updateMany({
    where: { id: { notIn: plugins.map(({ id }) => id) } },
    data: { state: 'missing', reason: null },
  })
}

/** A note about a plugin that runs, for the operator's screen. */
export async function noteInstall(system: System, id: string, reason: string): Promise<void> {
  await system.pluginInstall.updateMany({ where: { id, state: 'active' }, data: { reason: reason.slice(0, 500) } })
}
