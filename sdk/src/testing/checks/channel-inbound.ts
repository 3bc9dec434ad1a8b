import type { ChannelInstance } from '../../contributions/channel.ts'
import { withInstance } from '../bench.ts'
import { type ChannelTestContext, testApp } from '../context/channel-context.ts'
import { createTestSocket, hookRequest } from '../context/hooks.ts'
import { readAll } from '../context/media.ts'
import { failure, misbehaviour, outcomeOf } from '../outcome.ts'
import type { Check } from '../test-api.ts'
import {
  type ChannelSubject,
  channelKind,
  connectChannel,
  type EventPattern,
  eventNames,
  referencesOf,
} from './channel-kind.ts'
import { hookChecks, oddHooks } from './hooks.ts'

/** Rules of the way in: what comes is reported whole, once, and acknowledged only when it is safe. */
export function channelInboundChecks(subject: ChannelSubject): Check[] {
  const kind = channelKind(subject)
  const hooks = subject.samples?.hooks ?? []
  const bearing = hooks.filter((hook) => hook.events === undefined || hook.events.length > 0)
  const connect = async (instance: ChannelInstance, test: ChannelTestContext) => {
    if (subject.definition().transport === 'session') await connectChannel(subject, instance, test)
  }
  const eachBearing = async (check: (hook: (typeof hooks)[number], run: Run) => Promise<string[]>) => {
    const problems: string[] = []
    for (const hook of bearing) {
      problems.push(
        ...(await withInstance(subject, kind, 'stand-in', async (run) => {
          await connect(run.instance, run.test)
          return check(hook, run)
        })),
      )
    }
    return problems
  }

  return [
    ...hookChecks(subject, kind, {
      samples: hooks,
      forged: subject.samples?.forged ?? [],
      names: eventNames,
      prepare: (instance, test) => connect(instance as ChannelInstance, test),
    }),
    {
      name: 'a hook brings the events that it names',
      run: () =>
        eachBearing(async (hook, { instance, test }) => {
          const outcome = await outcomeOf(() => instance.receiveHook?.(hookRequest(hook)))
          return outcome.state === 'done' ? missingEvents(hook.name, hook.events, test) : failure(hook.name, outcome)
        }),
    },
    {
      name: 'a hook is acknowledged only after its events were accepted',
      run: () => eachBearing((hook, run) => acknowledgementProblems(hook, run)),
    },
    {
      name: 'the files of received messages can be fetched',
      run: () => eachBearing((hook, run) => fetchProblems(hook, run)),
    },
    ...(subject.expectInbound ?? []).map(
      ({ name, trigger, events }): Check => ({
        name: `over the session comes ${name}`,
        run: () =>
          withInstance(subject, kind, 'stand-in', async ({ instance, test }) => {
            await connectChannel(subject, instance, test)
            await trigger()
            const came = (pattern: EventPattern) => test.inbound.waitFor((event) => fits(event, pattern))
            const outcome = await outcomeOf(() => Promise.all(events.map(came)))
            return failure(name, outcome)
          }),
      }),
    ),
    { name: 'sockets take nonsense without throwing', run: () => socketProblems(subject) },
    { name: 'the shared hook is routed by what it says, nonsense to nobody', run: () => routeProblems(subject) },
  ]
}

interface Run {
  instance: ChannelInstance
  test: ChannelTestContext
  signal: AbortSignal
}
type Hook = NonNullable<NonNullable<ChannelSubject['samples']>['hooks']>[number]

const fits = (event: object, pattern: EventPattern): boolean =>
  Object.entries(pattern).every(([name, value]) => Reflect.get(event, name) === value)

function missingEvents(name: string, events: readonly EventPattern[] | undefined, test: ChannelTestContext): string[] {
  if (events === undefined) return test.inbound.items.length > 0 ? [] : [`${name} brought nothing`]
  return events
    .filter((pattern) => !test.inbound.items.some((event) => fits(event, pattern)))
    .map((pattern) => `${name} did not bring ${JSON.stringify(pattern)}`)
}

async function acknowledgementProblems(hook: Hook, { instance, test }: Run): Promise<string[]> {
  const problems: string[] = []
  let answered = false
  let early = false
  test.acceptWith(async () => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    early ||= answered
  })
  const reply = await outcomeOf(async () => {
    await instance.receiveHook?.(hookRequest(hook))
    answered = true
  })
  problems.push(...failure(hook.name, reply))
  for (let turn = 0; turn < 40; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  if (early) problems.push(`${hook.name} was acknowledged before its events were accepted`)

  test.acceptWith(() => Promise.reject(new Error('the database is away')))
  const refused = await outcomeOf(() => instance.receiveHook?.(hookRequest(hook)))
  if (refused.state === 'hanging') problems.push(`${hook.name} hangs when its events cannot be accepted`)
  if (refused.state === 'done' && (refused.value?.status ?? 200) < 500) {
    problems.push(`${hook.name} was acknowledged although its events could not be accepted`)
  }
  return problems
}

async function fetchProblems(hook: Hook, { instance, test, signal }: Run): Promise<string[]> {
  const outcome = await outcomeOf(() => instance.receiveHook?.(hookRequest(hook)))
  if (outcome.state !== 'done') return failure(hook.name, outcome)
  const problems: string[] = []
  for (const reference of test.inbound.items.flatMap(referencesOf)) {
    const fetched = await outcomeOf(async () => {
      const file = await instance.fetchMedia?.(reference, signal)
      return file ? readAll(file.stream as Parameters<typeof readAll>[0]) : null
    })
    if (fetched.state !== 'done') problems.push(...failure(`fetching ${reference}`, fetched))
    else if (fetched.value?.byteLength === 0) problems.push(`fetching ${reference} brings nothing`)
  }
  return problems
}

const ODD_FRAMES = ['', '{', 'null', '[]', '0', '"x"', '{}', '{"type":null}', '{"type":"no-such-type"}', '[[[[]]]]']

async function socketProblems(subject: ChannelSubject): Promise<string[]> {
  return withInstance(subject, channelKind(subject), 'stand-in', async ({ instance }) => {
    if (!instance.openSocket) return []
    const { socket, receive, leave } = createTestSocket()
    const opened = await outcomeOf(() => instance.openSocket?.(socket))
    const problems = misbehaviour('openSocket', opened)
    for (const frame of ODD_FRAMES) {
      problems.push(...failure(`the frame ${JSON.stringify(frame)}`, await outcomeOf(() => receive(frame))))
    }
    return [...problems, ...failure('the end of the socket', await outcomeOf(leave))]
  })
}

async function routeProblems(subject: ChannelSubject): Promise<string[]> {
  const { routeAppHook } = subject.definition()
  if (!routeAppHook) return []
  const problems = await Promise.all(
    oddHooks().map(async (sample) => {
      try {
        const route: unknown = await routeAppHook(hookRequest(sample), testApp())
        return isRoute(route) ? [] : [`${sample.name} is routed to something that is neither accounts nor a reply`]
      } catch (error) {
        return [`routing ${sample.name} threw ${error}`]
      }
    }),
  )
  return problems.flat()
}

function isRoute(route: unknown): boolean {
  if (typeof route !== 'object' || route === null) return false
  if ('reply' in route) return typeof route.reply === 'object' && route.reply !== null
  const accounts = 'accounts' in route ? route.accounts : null
  return Array.isArray(accounts) && accounts.every((account) => typeof account === 'string')
}
