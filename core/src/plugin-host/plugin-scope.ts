import { AsyncLocalStorage } from 'node:async_hooks'

interface PluginScope {
  pluginId: string
  /** The instance, or null while the module is imported. */
  instance: string | null
}

const scopes = new AsyncLocalStorage<PluginScope>()

/** Marks what runs inside, and everything it leaves behind, as the plugin's: leaked rejections are laid at its door. */
export const asPlugin = <T>(pluginId: string, work: () => T, instance: string | null = null): T =>
  scopes.run({ pluginId, instance }, work)

/** Our own code called back by a plugin, such as `push`, is not the plugin's any more. */
export const asHost = <T>(work: () => T): T => scopes.exit(work)

export const currentPlugin = (): PluginScope | null => scopes.getStore() ?? null
