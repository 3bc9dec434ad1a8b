import type { AnyContribution, ChannelDefinition, ContributionKind } from '@recado/sdk'
import type { Locale } from '../platform/db/scope.ts'
import type { LoadResult } from './loader.ts'
import type { Contributed, InstalledPlugin, LoadedPlugin } from './types.ts'

export interface Registry {
  plugins(): readonly InstalledPlugin[]
  loaded(id: string): LoadedPlugin | null
  contributions(): readonly Contributed[]
  contribution<K extends ContributionKind>(
    kind: K,
    type: string,
  ): Contributed<Extract<AnyContribution, { kind: K }>> | null
  channelType(type: string): Contributed<ChannelDefinition> | null
  channelTypes(): string[]
}

/** `{name}` stands for a parameter; braces inside a value stay what they are. */
export function pluginText(
  plugin: LoadedPlugin,
  locale: Locale,
  key: string,
  params: Record<string, string | number> = {},
): string {
  const texts = plugin.plugin.locales[locale]
  const text = Object.hasOwn(texts, key) ? texts[key] : undefined
  return String(text ?? key).replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(params, name) ? String(params[name]) : whole,
  )
}

/** What is loaded, by id and by `kind:type`. */
export function createRegistry(results: readonly LoadResult[]): Registry {
  const loaded = results.filter((result): result is LoadedPlugin => result.state === 'active')
  const byId = new Map(loaded.map((plugin) => [plugin.id, plugin]))
  const all = new Map<string, Contributed>()
  for (const plugin of loaded) {
    for (const definition of plugin.plugin.contributions) {
      all.set(`${definition.kind}:${definition.type}`, {
        plugin,
        definition,
        text: (locale, key, params) => pluginText(plugin, locale, key, params),
      })
    }
  }
  const contribution = <K extends ContributionKind>(kind: K, type: string) =>
    (all.get(`${kind}:${type}`) ?? null) as Contributed<Extract<AnyContribution, { kind: K }>> | null

  return {
    plugins: () => results,
    loaded: (id) => byId.get(id) ?? null,
    contributions: () => [...all.values()],
    contribution,
    channelType: (type) => contribution('channel', type),
    channelTypes: () =>
      [...all.values()].flatMap(({ definition }) => (definition.kind === 'channel' ? definition.type : [])),
  }
}
