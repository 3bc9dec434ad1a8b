import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from '@recado/sdk'
import { endpointsOf } from '../platform/egress/index.ts'
import type { Log } from '../platform/logger.ts'
import { checkDefinition } from './definition.ts'
import { kindsOf, LoadError, type PluginPackage, readPackage } from './package-file.ts'
import { asPlugin } from './plugin-scope.ts'
import type { InstalledPlugin, LoadedPlugin } from './types.ts'

export interface LoadOptions {
  /** Package names or absolute paths. */
  packages: readonly string[]
  allowDevelopment: boolean
  env: Readonly<Record<string, string | undefined>>
  /** Milliseconds that an import may take. */
  importTimeoutMs?: number
  log: Log
}

export type LoadResult = LoadedPlugin | (InstalledPlugin & { state: Exclude<InstalledPlugin['state'], 'active'> })

const IMPORT_TIMEOUT_MS = 10_000

/** Discover, check, import, validate: each on its own, so that one bad plugin hurts nobody else. Never rejects. */
export async function loadPlugins(options: LoadOptions): Promise<LoadResult[]> {
  const found = await Promise.all(
    options.packages.map((name) =>
      readPackage(name, options.allowDevelopment).then(
        (found) => ({ name, package: found }),
        (error: unknown) => ({ name, error }),
      ),
    ),
  )
  const taken = new Map<string, string>()
  const results: Promise<LoadResult>[] = found.map(async (one) => {
    if (!('package' in one)) return refused(one.name, one.error)
    const { manifest, version } = one.package
    const known = { id: manifest.id, version, kinds: kindsOf(manifest) }
    const twice = claim(taken, one.name, manifest)
    if (twice)
      return refused(one.name, new LoadError('invalid', twice, { ...known, id: `${manifest.id} (${one.name})` }))
    try {
      return await importPlugin(one.package, options)
    } catch (error) {
      if (error instanceof LoadError) return refused(one.name, new LoadError(error.state, error.message, known))
      return refused(one.name, new LoadError('failed', describe(error), known))
    }
  })
  const loaded = await Promise.all(results)
  for (const { id, state, reason } of loaded) {
    if (state !== 'active') options.log.error({ plugin: id, state, reason }, 'plugin not loaded')
  }
  return loaded
}

/** Ids and types are unique among all plugins: the first on the list keeps them. */
function claim(taken: Map<string, string>, name: string, { id, provides }: PluginPackage['manifest']): string | null {
  const names = [`id ${id}`, ...provides]
  const collision = names.find((one) => taken.has(one))
  if (collision) return `${collision} is already taken by ${taken.get(collision)}`
  for (const one of names) taken.set(one, name)
  return null
}

async function importPlugin(found: PluginPackage, options: LoadOptions): Promise<LoadedPlugin> {
  const { manifest, directory, version } = found
  const limit = options.importTimeoutMs ?? IMPORT_TIMEOUT_MS
  const entry = pathToFileURL(join(directory, manifest.entry)).href
  const imported = asPlugin(manifest.id, () => import(entry) as Promise<{ default?: unknown }>)
  const module = await within(limit, imported)
  const exported = module.default
  const fault = checkDefinition(exported, manifest)
  if (fault) throw new LoadError(fault.state, fault.reason)
  return {
    id: manifest.id,
    version,
    kinds: kindsOf(manifest),
    state: 'active',
    reason: null,
    directory,
    manifest,
    plugin: exported as Plugin,
    endpoints: endpointsOf(manifest.id, manifest.endpoints ?? {}, options.env),
  }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LoadError('failed', `its code did not load within ${ms / 1000} s`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

function refused(name: string, error: unknown): LoadResult {
  const known = error instanceof LoadError ? error.known : {}
  return {
    id: known.id ?? name.slice(-64),
    version: known.version ?? '0.0.0',
    kinds: known.kinds ?? [],
    state: error instanceof LoadError ? error.state : 'failed',
    reason: describe(error),
  }
}

const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 500)
