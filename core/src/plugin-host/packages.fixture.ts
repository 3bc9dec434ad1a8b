import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SDK = new URL('../../../sdk/src/index.ts', import.meta.url).href
const TYPEBOX = import.meta.resolve('typebox')

/** A well-behaved plugin's entry; `channel` replaces fields of its only contribution, `instance` methods. */
export const entryOf = (
  parts: { type?: string; channel?: string; instance?: string; before?: string } = {},
): string => `
import { definePlugin, defineChannel, CONTRACTS, PluginError } from '${SDK}'
import { textField, secretField, generatedField, numberField } from '${SDK.replace('index.ts', 'settings/index.ts')}'
import { Type } from '${TYPEBOX}'
${parts.before ?? ''}
const texts = { name: 'Canal {x}', 'settings.url': 'Endereço', 'settings.token': 'Token' }
export default definePlugin({
  locales: { pt: texts, en: { ...texts, name: 'Channel' }, es: texts },
  contributions: [{ ...defineChannel({
    type: '${parts.type ?? 'sample'}', contract: CONTRACTS.channel, scope: 'tenant', name: 'name',
    settings: Type.Object({}), settingsVersion: 1, transport: 'webhook',
    features: { text: { maxLength: 100 }, media: {}, receipts: 'sent', startsConversation: true, idempotentSend: false },
    address: { kind: 'sample', normalise: (raw) => raw },
    open: (ctx) => ({
      async connect() { await ctx.connection.set({ state: 'connected', account: { id: ctx.instance.id } }) },
      async disconnect() { await ctx.connection.set({ state: 'disconnected' }) },
      async send(message) { return { externalId: message.id } },
      ${parts.instance ?? ''}
    }),
  }), ${parts.channel ?? ''} }],
})
`

export const manifestOf = (id: string, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  id,
  sdk: '^1.0.0',
  entry: './index.ts',
  provides: ['channel:sample'],
  ...more,
})

/** Packages in a folder of their own. */
export async function createPackages() {
  const root = await mkdtemp(join(tmpdir(), 'recado-plugins-'))
  let count = 0
  return {
    /** Answers the path of a package; a manifest of null leaves the field out. */
    async add(manifest: unknown, entry: string = entryOf(), files: Record<string, string> = {}): Promise<string> {
      count += 1
      const directory = join(root, `package-${count}`)
      const json = { name: `package-${count}`, version: '1.2.3', type: 'module' }
      const all: Record<string, string> = {
        'package.json': JSON.stringify(manifest === null ? json : { ...json, recado: manifest }),
        'index.ts': entry,
        ...files,
      }
      for (const [name, text] of Object.entries(all)) {
        await mkdir(dirname(join(directory, name)), { recursive: true })
        await writeFile(join(directory, name), text)
      }
      return directory
    },
    remove: () => rm(root, { recursive: true, force: true }),
  }
}

export const HTTP_CHANNEL = fileURLToPath(new URL('../../../sdk/examples/http-channel', import.meta.url))
