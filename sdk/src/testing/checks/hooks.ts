import type { AnyContribution } from '../../contributions/index.ts'
import type { HookReply, HookRequest } from '../../http.ts'
import { type Kind, withInstance } from '../bench.ts'
import { type HookSample, hookRequest } from '../context/hooks.ts'
import type { TestContext } from '../context/test-context.ts'
import { failure, outcomeOf } from '../outcome.ts'
import type { Subject } from '../subject.ts'
import type { Check } from '../test-api.ts'

/** A hook the provider really sends. */
export interface NamedHook extends HookSample {
  name: string
}

interface Receiver {
  receiveHook?(request: HookRequest): Promise<HookReply>
}

export interface HookRules<Test> {
  samples: readonly NamedHook[]
  /** Requests without a valid signature. */
  forged: readonly NamedHook[]
  /** What the hook brought about: names that must not change when it is repeated. */
  names(test: Test, reply: HookReply): readonly string[]
  /** Brings the instance into the state in which hooks arrive. */
  prepare?(instance: unknown, test: Test): Promise<void>
}

/** Rules for whatever receives hooks: repeats, forgeries and nonsense. */
export function hookChecks<Test extends TestContext, Instance extends Receiver>(
  subject: Subject<AnyContribution>,
  kind: Kind<Test, Instance>,
  rules: HookRules<Test>,
): Check[] {
  const send = (instance: Instance, sample: HookSample) =>
    outcomeOf(async () => instance.receiveHook?.(hookRequest(sample)) ?? { status: 404 })

  return [
    {
      name: 'a hook is taken, and its repeat names the same things',
      run: () =>
        eachSample(rules.samples, (sample) =>
          withInstance(subject, kind, 'stand-in', async ({ instance, test }) => {
            await rules.prepare?.(instance, test)
            const first = await send(instance, sample)
            if (first.state !== 'done') return failure(sample.name, first)
            const names = [...rules.names(test, first.value)]
            const again = await send(instance, sample)
            if (again.state !== 'done') return failure(`${sample.name}, repeated,`, again)
            const all = rules.names(test, again.value)
            return [
              ...statusProblems(sample.name, first.value, (status) => status < 300),
              ...statusProblems(`${sample.name}, repeated,`, again.value, (status) => status < 300),
              ...all.filter((name) => !names.includes(name)).map((name) => `${sample.name}, repeated, brings ${name}`),
            ]
          }),
        ),
    },
    {
      name: 'a forged hook is refused and has no effect',
      run: () =>
        eachSample(rules.forged, (sample) =>
          withInstance(subject, kind, 'stand-in', async ({ instance, test }) => {
            await rules.prepare?.(instance, test)
            const outcome = await send(instance, sample)
            if (outcome.state !== 'done') return failure(sample.name, outcome)
            return [
              ...statusProblems(sample.name, outcome.value, (status) => status >= 400 && status < 500),
              ...rules.names(test, outcome.value).map((name) => `${sample.name} is forged and brings ${name}`),
            ]
          }),
        ),
    },
    {
      name: 'a hook with nonsense in it is answered and never throws',
      run: () =>
        withInstance(subject, kind, 'stand-in', async ({ instance, test }) => {
          await rules.prepare?.(instance, test)
          const problems: string[] = []
          for (const sample of [...oddHooks(), ...rules.samples.flatMap(damaged)]) {
            const outcome = await send(instance, sample)
            if (outcome.state === 'done') {
              problems.push(...statusProblems(sample.name, outcome.value, (status) => status < 500))
            } else problems.push(...failure(sample.name, outcome))
          }
          return problems
        }),
    },
  ]
}

async function eachSample(
  samples: readonly NamedHook[],
  check: (sample: NamedHook) => Promise<string[]>,
): Promise<string[]> {
  const problems: string[] = []
  for (const sample of samples) problems.push(...(await check(sample)))
  return problems
}

function statusProblems(what: string, reply: HookReply | undefined, fits: (status: number) => boolean): string[] {
  if (typeof reply !== 'object' || reply === null) return [`${what} was not answered`]
  const status = reply.status ?? 200
  return Number.isInteger(status) && status >= 200 && fits(status) ? [] : [`${what} was answered with ${status}`]
}

/** What reaches a public address sooner or later. */
export function oddHooks(): NamedHook[] {
  const bodies: [string, unknown][] = [
    ['an empty body', ''],
    ['half an object', '{'],
    ['null', 'null'],
    ['an empty list', '[]'],
    ['a number', '0'],
    ['a text', '"text"'],
    ['an empty object', '{}'],
    ['unknown fields', { object: 'unknown', entry: [{}], type: 7, data: null }],
    ['lists of nonsense', { events: [null, 1, 'x', {}, []], messages: [null], entry: 'x' }],
    ['deep nesting', `${'['.repeat(2000)}${']'.repeat(2000)}`],
    ['bytes that are no text', new Uint8Array([0xff, 0xfe, 0x00, 0xc3])],
    ['much text', 'a'.repeat(200_000)],
    ['a prototype', '{"__proto__":{"x":1},"constructor":null}'],
  ]
  return [
    ...bodies.map(([name, body]) => ({ name, body, headers: { 'content-type': 'application/json' } })),
    { name: 'a form', body: 'a=1&b=%', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    { name: 'a GET', method: 'GET' },
    { name: 'an unknown path', method: 'GET', path: '/no/such/%2e%2e/path', query: { after: 'x' } },
    { name: 'an unknown method', method: 'PATCH', body: {} },
  ]
}

/** A real hook with each of its parts missing or of the wrong type; a signature over the body no longer fits. */
function damaged(sample: NamedHook): NamedHook[] {
  const { body } = sample
  if (typeof body !== 'object' || body === null || body instanceof Uint8Array) return []
  const paths = pathsOf(body).slice(0, 60)
  return paths.flatMap((path) =>
    [undefined, null, 7, 'x', []].map((value) => ({
      ...sample,
      name: `${sample.name} with ${path.join('.')} ${value === undefined ? 'missing' : `as ${JSON.stringify(value)}`}`,
      body: replaced(body, path, value),
    })),
  )
}

function pathsOf(value: unknown, above: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, item]) => [[...above, name], ...pathsOf(item, [...above, name])])
}

function replaced(value: object, path: string[], item: unknown): unknown {
  const copy = structuredClone(value)
  const last = path.at(-1) ?? ''
  const parent = path.slice(0, -1).reduce<unknown>((inner, name) => Reflect.get(inner as object, name), copy) as object
  if (item === undefined) Reflect.deleteProperty(parent, last)
  else Reflect.set(parent, last, item)
  return copy
}
