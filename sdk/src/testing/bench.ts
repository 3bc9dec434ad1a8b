import { propertiesOf, secretFields, withDefaults } from '../settings/index.ts'
import { closedAddress, startSilentServer, watchNetwork } from './context/network.ts'
import type { TestContext, TestContextOptions } from './context/test-context.ts'
import { outcomeOf } from './outcome.ts'
import type { Subject } from './subject.ts'

/** How the provider is while a check runs: the stand-in, down, or taking connections without ever answering. */
export type Provider = 'stand-in' | 'down' | 'silent'

export interface Run<Test, Instance> {
  test: Test
  instance: Instance
  signal: AbortSignal
  /** Resolves once the silent provider took a connection. */
  reached: Promise<unknown>
}

export interface Kind<Test extends TestContext, Instance> {
  context(options: TestContextOptions): Test
  /** What the host awaits before it opens an instance. */
  prepare?(): Promise<void> | undefined
  open(test: Test): Instance
  /** Closes what the check may have left running. */
  shut(instance: Instance): Promise<void>
  /** What is wrong with what the instance reported during the check. */
  reported?(test: Test, instance: Instance): string[]
}

/**
 * Opens an instance for one check and closes it again. Whatever the check looks for, the standing rules hold too:
 * no connection outside the declared endpoints, no missing texts, no secret in a log or unsealed in the store.
 */
export async function withInstance<Test extends TestContext, Instance>(
  subject: Subject,
  kind: Kind<Test, Instance>,
  provider: Provider,
  body: (run: Run<Test, Instance>) => Promise<string[]>,
): Promise<string[]> {
  const silent = provider === 'silent' ? await startSilentServer() : null
  const place = provider === 'stand-in' ? null : (silent?.url ?? (await closedAddress()))
  const options = await contextOptions(subject, place)
  const network = watchNetwork(allowedHosts(options))
  const test = kind.context(options)
  const problems: string[] = []
  try {
    await kind.prepare?.()
    const instance = kind.open(test)
    const reached = silent?.connections.waitFor(() => true, 3000).catch(() => null) ?? Promise.resolve()
    try {
      problems.push(...(await body({ test, instance, signal: test.ctx.signal, reached })))
    } finally {
      test.close()
      await outcomeOf(() => kind.shut(instance))
    }
    problems.push(...(kind.reported?.(test, instance) ?? []))
  } finally {
    network.stop()
    await silent?.close()
  }
  return [...problems, ...standingProblems(subject, test, network.refused)]
}

/** What the host would open the instance with; `place` replaces every address of a provider. */
export async function contextOptions(subject: Subject, place: string | null): Promise<TestContextOptions> {
  const manifest = (await subject.readManifest()) as { endpoints?: Record<string, string> } | undefined
  const down = place ?? (await closedAddress())
  const endpoints = Object.fromEntries(
    Object.keys(manifest?.endpoints ?? {}).map((name) => [name, (place ? null : subject.endpoints?.[name]) ?? down]),
  )
  const definition = subject.definition()
  const settings = withDefaults(definition.settings, subject.openSettings())
  for (const name of secretFields(definition.settings)) delete settings[name]
  return {
    instance: { type: subject.type },
    settings: place ? (moved(settings, place) as Record<string, unknown>) : settings,
    secrets: { ...generatedSecrets(subject), ...subject.secrets },
    endpoints,
    egress: place ? [place] : (subject.egress ?? []),
    locales: subject.plugin.locales,
  }
}

/** Secrets that the host would make itself. */
const generatedSecrets = (subject: Subject): Record<string, string> =>
  Object.fromEntries(
    Object.entries(propertiesOf(subject.definition().settings))
      .filter(([, field]) => {
        const ui = Reflect.get(field, 'x-ui') as { generated?: boolean; secret?: boolean } | undefined
        return ui?.generated && ui.secret
      })
      .map(([name]) => [name, `generated-${name}-0123456789abcdef`]),
  )

/** The same value with the origin of each address in it replaced. */
function moved(value: unknown, place: string): unknown {
  if (typeof value === 'string') return value.replace(/^https?:\/\/[^/]+/, place)
  if (Array.isArray(value)) return value.map((item) => moved(item, place))
  if (typeof value !== 'object' || value === null) return value
  const { hostname, port } = new URL(place)
  if ('host' in value && 'port' in value) return { ...value, host: hostname, port: Number(port) }
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, moved(item, place)]))
}

function allowedHosts(options: TestContextOptions): (hostAndPort: string) => boolean {
  const places = [...Object.values(options.endpoints ?? {}), ...(options.egress ?? [])]
  const allowed = new Set(
    places.map((address) => {
      const { hostname, port, protocol } = new URL(address)
      return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`
    }),
  )
  return (hostAndPort) => allowed.has(hostAndPort)
}

function standingProblems(subject: Subject, test: TestContext, refused: readonly string[]): string[] {
  const secrets = Object.values(subject.secrets ?? {}).filter((secret) => secret.length >= 6)
  const tells = (text: string) => secrets.some((secret) => text.includes(secret))
  return [
    ...[...new Set(refused)].map((target) => `it connected to ${target}, which is no declared endpoint`),
    ...[...test.missingTexts].map((key) => `it asked for the text ${key}, which its locales do not have`),
    ...test.logs.items
      .filter((entry) => tells(JSON.stringify([entry.message, entry.fields])))
      .map((entry) => `the log entry "${entry.message.slice(0, 40)}" contains a secret`),
    ...[...test.store.entries]
      .filter(([, entry]) => !entry.sealed && tells(entry.json))
      .map(([key]) => `the store holds a secret unsealed under ${key}`),
  ]
}
