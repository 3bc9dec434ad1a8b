import { readFile, realpath, stat } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { type PluginManifest, PluginManifest as PluginManifestSchema, SDK_VERSION } from '@recado/sdk'
import semver from 'semver'
import { Value } from 'typebox/value'
import type { InstallState } from './types.ts'

/** A package as it lies on the disk; no code of it has run. */
export interface PluginPackage {
  directory: string
  version: string
  manifest: PluginManifest
}

/** Why a plugin is not loaded, in the words of the operator's screen. */
export class LoadError extends Error {
  readonly state: Exclude<InstallState, 'active'>
  /** What is known of the package by now. */
  readonly known: { id?: string; version?: string; kinds?: string[] }

  constructor(state: LoadError['state'], reason: string, known: LoadError['known'] = {}) {
    super(reason)
    this.state = state
    this.known = known
  }
}

/**
 * Finds a package by name or absolute path and checks its manifest.
 * @throws LoadError `missing`, `invalid` or `incompatible`
 */
export async function readPackage(name: string, allowDevelopment: boolean): Promise<PluginPackage> {
  const directory = await directoryOf(name)
  const json = await packageJson(directory)
  const version = typeof json.version === 'string' ? json.version : '0.0.0'
  if (!('recado' in json)) throw new LoadError('invalid', 'package.json has no field "recado"', { version })
  const id = (json.recado as { id?: unknown } | null)?.id
  const known = { version, ...(typeof id === 'string' ? { id: id.slice(0, 64) } : {}) }
  if (!Value.Check(PluginManifestSchema, json.recado)) {
    const [first] = Value.Errors(PluginManifestSchema, json.recado)
    const where = first ? `recado${first.instancePath.replaceAll('/', '.')}: ${first.message}` : 'recado'
    throw new LoadError('invalid', `the manifest is wrong: ${where}`, known)
  }
  const manifest = json.recado
  const facts = { ...known, kinds: kindsOf(manifest) }
  if (semver.validRange(manifest.sdk) === null)
    throw new LoadError('invalid', `"${manifest.sdk}" is no range of versions`, facts)
  if (!semver.satisfies(SDK_VERSION, manifest.sdk))
    throw new LoadError('incompatible', `written for SDK ${manifest.sdk}; this is ${SDK_VERSION}`, facts)
  if (manifest.developmentOnly && !allowDevelopment)
    throw new LoadError('incompatible', 'for development only; not loaded in production', facts)
  for (const path of [manifest.entry, manifest.assets]) {
    if (path !== undefined) await checkInside(directory, path, facts)
  }
  return { directory, version, manifest }
}

export const kindsOf = (manifest: PluginManifest): string[] => [
  ...new Set(manifest.provides.map((name) => name.split(':')[0] ?? '')),
]

async function directoryOf(name: string): Promise<string> {
  try {
    if (isAbsolute(name)) return await realpath(name)
    const file = findPackageJSON(name, import.meta.url)
    if (file) return await realpath(resolve(file, '..'))
  } catch (error) {
    throw new LoadError('missing', `not installed (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`)
  }
  throw new LoadError('missing', 'not installed')
}

async function packageJson(directory: string): Promise<Record<string, unknown>> {
  let text: string
  try {
    text = await readFile(join(directory, 'package.json'), 'utf8')
  } catch {
    throw new LoadError('missing', 'there is no package.json')
  }
  try {
    const json: unknown = JSON.parse(text)
    if (typeof json === 'object' && json !== null) return json as Record<string, unknown>
  } catch (error) {
    throw new LoadError('invalid', `package.json: ${error instanceof Error ? error.message : 'no JSON'}`)
  }
  throw new LoadError('invalid', 'package.json is no object')
}

/** A path of the manifest must stay in its own package, links included. */
async function checkInside(directory: string, path: string, known: LoadError['known']): Promise<void> {
  const target = resolve(directory, path)
  try {
    await stat(target)
    const inside = relative(directory, await realpath(target))
    if (inside.startsWith('..') || isAbsolute(inside))
      throw new LoadError('invalid', `${path} leaves the package`, known)
  } catch (error) {
    if (error instanceof LoadError) throw error
    throw new LoadError('invalid', `there is no ${path} in the package`, known)
  }
}
