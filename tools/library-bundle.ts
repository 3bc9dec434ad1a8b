import { existsSync, readFileSync } from 'node:fs'
import * as nodeModule from 'node:module'

/** Comes as hundreds of small files, and loading them one by one was a tenth of the start. */
const LIBRARY = 'typebox'

export const OWN_MODULES = new URL('../node_modules/', import.meta.url)

interface Manifest {
  version: string
  exports: Record<string, { import: string }>
}

export interface LibraryBundle {
  /** Of just the version that is installed. */
  folder: URL
  /** By the name of a chunk, what it stands for: all that the library lets others import. */
  entries: { chunk: string; source: URL }[]
}

/** @param modules a `node_modules` folder; null where it is without the library */
export function findBundle(modules: URL): LibraryBundle | null {
  const library = new URL(`${LIBRARY}/`, modules)
  const file = new URL('package.json', library)
  if (!existsSync(file)) return null
  const { version, exports } = JSON.parse(readFileSync(file, 'utf8')) as Manifest
  const entries = Object.entries(exports).map(([path, target]) => ({
    chunk: path === '.' ? 'index' : path.slice('./'.length),
    source: new URL(target.import, library),
  }))
  return { folder: new URL(`.cache/recado-${LIBRARY}-${version}/`, modules), entries }
}

/**
 * From here on everybody who imports the library gets its bundle: the product, its SDK and all plugins the same one. What
 * counts is the file that an import means, so that a plugin with another copy keeps that. Where there is no bundle, or
 * the hooks of Node before 22.15 are missing, it is loaded as it is installed.
 */
export function preferBundle(modules: URL): boolean {
  const bundle = findBundle(modules)
  if (!(bundle && existsSync(bundle.folder) && 'registerHooks' in nodeModule)) return false
  const chunks = new Map(
    bundle.entries.map(({ chunk, source }) => [source.href, new URL(`${chunk}.mjs`, bundle.folder).href]),
  )
  nodeModule.registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context)
      const url = chunks.get(found.url)
      return url === undefined ? found : { ...found, url }
    },
  })
  return true
}
