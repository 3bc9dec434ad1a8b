import { access } from 'node:fs/promises'
import { Value } from 'typebox/value'
import { PluginManifest } from '../../plugin.ts'
import { CONTRACTS, SDK_VERSION } from '../../version.ts'
import { inRange } from '../semver.ts'
import type { Subject } from '../subject.ts'
import type { Check } from '../test-api.ts'

/** Rules about the package as a whole: what its manifest says and whether the code agrees. */
export function manifestChecks(subject: Subject): Check[] {
  const { plugin } = subject
  return [
    {
      name: 'the manifest is well-formed',
      async run() {
        const manifest = await subject.readManifest()
        return Value.Errors(PluginManifest, manifest).map((error) => `recado${error.instancePath}: ${error.message}`)
      },
    },
    {
      name: 'the manifest provides exactly what the plugin contributes',
      async run() {
        const manifest = (await subject.readManifest()) as Partial<PluginManifest> | undefined
        const told = [...(manifest?.provides ?? [])].sort()
        const brought = plugin.contributions.map(({ kind, type }) => `${kind}:${type}`).sort()
        return [
          ...told.filter((name) => !brought.includes(name)).map((name) => `${name} is promised and not contributed`),
          ...brought.filter((name) => !told.includes(name)).map((name) => `${name} is contributed and not promised`),
          ...brought.filter((name, index) => brought.indexOf(name) !== index).map((name) => `${name} comes twice`),
        ]
      },
    },
    {
      name: 'the entry file exists',
      async run() {
        if (!(subject.manifest instanceof URL)) return []
        const { entry = '' } = ((await subject.readManifest()) ?? {}) as Partial<PluginManifest>
        return access(new URL(entry, subject.manifest)).then(
          () => [],
          () => [`there is no file ${entry}`],
        )
      },
    },
    {
      name: 'the manifest accepts this version of the SDK',
      async run() {
        const { sdk = '' } = ((await subject.readManifest()) ?? {}) as Partial<PluginManifest>
        const fits = inRange(SDK_VERSION, sdk)
        if (fits === null) return [`write the range as ^${SDK_VERSION} or ${SDK_VERSION} instead of "${sdk}"`]
        return fits ? [] : [`the range ${sdk} leaves out ${SDK_VERSION}`]
      },
    },
    {
      name: 'contract numbers and types are right',
      run: () =>
        plugin.contributions.flatMap(({ kind, type, contract, icon }) => [
          ...(contract === CONTRACTS[kind]
            ? []
            : [`${type} speaks contract ${contract} of ${kind}, not ${CONTRACTS[kind]}`]),
          ...(/^[a-z][a-z0-9-]{1,40}$/.test(type) ? [] : [`the type ${type} is malformed`]),
          ...(icon?.startsWith('data:') && icon.length > 8192 ? [`the icon of ${type} is above 8 KB`] : []),
        ]),
    },
  ]
}
