import {
  type AnyContribution,
  CONTRACTS,
  fieldUi,
  isVisible,
  PICKABLE,
  type PluginManifest,
  propertiesOf,
  WIDGETS,
} from '@recado/sdk'

const LANGUAGES = ['pt', 'en', 'es'] as const
const MAX_ICON = 8192
/** Method by declared feature. */
const FEATURE_METHODS = {
  edit: 'edit',
  remove: 'remove',
  react: 'react',
  history: 'fetchHistory',
  contactList: 'listContacts',
  template: 'syncTemplates',
  templateEditing: 'createTemplate',
} as const

/** What an imported module lacks to be a plugin of this manifest; `incompatible` when only its contract is another. */
export interface DefinitionFault {
  state: 'invalid' | 'incompatible'
  reason: string
}

/** The default export, checked. Everything is looked at with suspicion: it may have been written without types. */
export function checkDefinition(exported: unknown, manifest: PluginManifest): DefinitionFault | null {
  const invalid = (reason: string): DefinitionFault => ({ state: 'invalid', reason })
  if (!isObject(exported)) return invalid('the entry has no default export made by definePlugin')
  const { contributions, locales } = exported
  if (!Array.isArray(contributions)) return invalid('contributions is no array')
  const texts = isObject(locales) ? locales : {}
  const lacking = LANGUAGES.find((language) => !isObject(texts[language]))
  if (lacking) return invalid(`there are no texts in ${lacking}`)
  const brought = contributions.map((one) => (isObject(one) ? `${String(one.kind)}:${String(one.type)}` : 'nothing'))
  const promised = new Set(manifest.provides)
  const extra = brought.find((name) => !promised.has(name))
  if (extra) return invalid(`${extra} is contributed and not promised by the manifest`)
  const missing = manifest.provides.find((name) => !brought.includes(name))
  if (missing) return invalid(`${missing} is promised by the manifest and not contributed`)
  if (new Set(brought).size < brought.length) return invalid('a contribution comes twice')
  for (const one of contributions as Record<string, unknown>[]) {
    const fault = contributionFault(one)
    if (fault) return { ...fault, reason: `${String(one.type)}: ${fault.reason}` }
  }
  return null
}

function contributionFault(one: Record<string, unknown>): DefinitionFault | null {
  const invalid = (reason: string): DefinitionFault => ({ state: 'invalid', reason })
  const { kind, contract, scope, name, icon, settings, settingsVersion, actions, open, migrate } = one
  const wanted = CONTRACTS[kind as AnyContribution['kind']]
  if (contract !== wanted)
    return { state: 'incompatible', reason: `speaks contract ${String(contract)} of ${String(kind)}, not ${wanted}` }
  if (scope !== 'tenant' && scope !== 'operator') return invalid('scope is neither tenant nor operator')
  if (typeof name !== 'string') return invalid('it has no name')
  if (icon !== undefined && (typeof icon !== 'string' || icon.length > MAX_ICON))
    return invalid('the icon is too large')
  if (typeof open !== 'function') return invalid('open is no function')
  if (!Number.isInteger(settingsVersion) || Number(settingsVersion) < 1)
    return invalid('settingsVersion is no whole number from 1')
  for (let from = 1; from < Number(settingsVersion); from += 1) {
    if (!isObject(migrate) || typeof migrate[from] !== 'function') return invalid(`migrate[${from}] is missing`)
  }
  const badAction = Object.entries(isObject(actions) ? actions : {}).find(
    ([, action]) => !isObject(action) || typeof action.run !== 'function',
  )
  if (badAction) return invalid(`the action ${badAction[0]} cannot be run`)
  return settingsFault(settings) ?? (kind === 'channel' ? channelFault(one) : null)
}

/** The form keeps to the closed vocabulary, since no code of a plugin runs in the browser. */
function settingsFault(settings: unknown): DefinitionFault | null {
  if (!isObject(settings) || settings.type !== 'object')
    return { state: 'invalid', reason: 'settings is no object schema' }
  for (const [field, schema] of Object.entries(propertiesOf(settings))) {
    const ui = fieldUi(schema)
    if (ui === null) continue
    if (!WIDGETS.includes(ui.widget)) return { state: 'incompatible', reason: `${field}: unknown widget ${ui.widget}` }
    if (typeof ui.label !== 'string') return { state: 'invalid', reason: `${field} has no label` }
    if (ui.pick !== undefined && !PICKABLE.includes(ui.pick))
      return { state: 'incompatible', reason: `${field}: unknown kind ${ui.pick}` }
    isVisible(schema, {})
  }
  return null
}

function channelFault({
  transport,
  features,
  address,
  routeAppHook,
  prepare,
}: Record<string, unknown>): DefinitionFault | null {
  const invalid = (reason: string): DefinitionFault => ({ state: 'invalid', reason })
  if (transport !== 'session' && transport !== 'webhook') return invalid('transport is neither session nor webhook')
  if (!isObject(features) || !isObject(features.text) || !isObject(features.media))
    return invalid('features are incomplete')
  if (!isObject(address) || typeof address.kind !== 'string' || typeof address.normalise !== 'function')
    return invalid('address lacks its kind or its normalise')
  if (prepare !== undefined && typeof prepare !== 'function') return invalid('prepare is no function')
  if (routeAppHook !== undefined && typeof routeAppHook !== 'function') return invalid('routeAppHook is no function')
  return null
}

/** What an opened channel must be able to do, given its features. Null when all is there. */
export function instanceFault(instance: unknown, features: Record<string, unknown>): string | null {
  if (!isObject(instance)) return 'open answered no instance'
  const methods = ['connect', 'disconnect', 'send', ...declared(features)]
  const lacking = methods.find((method) => typeof instance[method] !== 'function')
  return lacking === undefined ? null : `the instance has no ${lacking}`
}

const declared = (features: Record<string, unknown>): string[] =>
  Object.entries(FEATURE_METHODS).flatMap(([feature, method]) => (features[feature] ? [method] : []))

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
