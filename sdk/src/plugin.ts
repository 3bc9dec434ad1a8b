import { type Static, Type } from 'typebox'
import type { AnyContribution } from './contributions/index.ts'
import { CONTRIBUTION_KINDS } from './version.ts'

/** The `recado` field of a plugin's package.json, read before any of its code is imported. */
export const PluginManifest = Type.Object(
  {
    id: Type.String({ pattern: '^[a-z][a-z0-9-]{1,40}$' }),
    /** Semver range of the SDK it works with. */
    sdk: Type.String({ minLength: 1, maxLength: 64 }),
    /** The module that exports the plugin as default, relative to the package. */
    entry: Type.String({ minLength: 1, maxLength: 255 }),
    /** What it brings, as `kind:type`. */
    provides: Type.Array(Type.String({ pattern: `^(${CONTRIBUTION_KINDS.join('|')}):[a-z][a-z0-9-]{1,40}$` }), {
      minItems: 1,
      maxItems: 20,
    }),
    /**
     * Hosts it may call, by name; at once the network permission, the proxy switch and the test seam.
     * `https://*.example.com` permits every host below, for addresses that the provider names.
     */
    endpoints: Type.Optional(
      Type.Record(Type.String({ pattern: '^[a-z][a-z0-9]{0,30}$' }), Type.String({ pattern: '^https?://' })),
    ),
    /** Folder of files served at `/assets/<id>/`, relative to the package. */
    assets: Type.Optional(Type.String({ maxLength: 255 })),
    /** Loaded only when the program runs for development or tests. */
    developmentOnly: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)
export type PluginManifest = Static<typeof PluginManifest>

export interface Plugin {
  contributions: AnyContribution[]
  /** Texts by language, flat keys. All three languages carry the same keys. */
  locales: { pt: Record<string, string>; en: Record<string, string>; es: Record<string, string> }
}

/** A plugin module's default export. */
export function definePlugin(plugin: Plugin): Plugin {
  return plugin
}
