import { readFile } from 'node:fs/promises'
import type { AnyContribution } from '../contributions/index.ts'
import type { Plugin } from '../plugin.ts'
import { secretFields } from '../settings/index.ts'
import type { ContributionKind } from '../version.ts'
import type { TestApi } from './test-api.ts'

/** What every suite is told about the plugin. */
export interface ConformanceOptions {
  api: TestApi
  /** The plugin's package.json (`new URL('../package.json', import.meta.url)`), or the content of its `recado` field. */
  manifest: URL | Record<string, unknown>
  /** The plugin module's default export. */
  plugin: Plugin
  /** Which of its contributions. */
  type: string
  /** A form as an administrator would fill it in, without secrets. */
  settings?: Record<string, unknown>
  secrets?: Record<string, string>
  /** Stand-ins by the manifest's endpoint names; an endpoint without one is down. */
  endpoints?: Record<string, string>
  /** Origins of stand-ins whose address is a setting. */
  egress?: readonly string[]
  /** Settings as each older version stored them; needed when `settingsVersion` is above 1. */
  migrations?: Record<number, Record<string, unknown>>
}

type Contributions = { [K in ContributionKind]: Extract<AnyContribution, { kind: K }> }

export interface Subject<Definition = AnyContribution> extends Omit<ConformanceOptions, 'api'> {
  kind: ContributionKind
  /** Throws when the plugin has no such contribution. */
  definition(): Definition
  readManifest(): Promise<unknown>
  /** The settings without the sealed ones, as the host hands them over. */
  openSettings(): Record<string, unknown>
}

/** The options with what can be derived from them. */
export function subjectOf<K extends ContributionKind>(
  kind: K,
  options: Omit<ConformanceOptions, 'api'>,
): Subject<Contributions[K]> {
  const find = () =>
    options.plugin.contributions.find((contribution): contribution is Contributions[K] => {
      return contribution.kind === kind && contribution.type === options.type
    })
  const definition = () => {
    const found = find()
    if (!found) throw new Error(`the plugin has no contribution ${kind}:${options.type}`)
    return found
  }
  return {
    ...options,
    kind,
    definition,
    async readManifest() {
      if (!(options.manifest instanceof URL)) return options.manifest
      return (JSON.parse(await readFile(options.manifest, 'utf8')) as { recado?: unknown }).recado
    },
    openSettings() {
      const sealed = secretFields(definition().settings)
      return Object.fromEntries(Object.entries(options.settings ?? {}).filter(([name]) => !sealed.includes(name)))
    },
  }
}
