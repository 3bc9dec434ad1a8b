import type { AnyContribution, Contribution } from '../../contributions/index.ts'
import { contextOptions, type Kind, withInstance } from '../bench.ts'
import { closedAddress, watchNetwork } from '../context/network.ts'
import type { TestContext } from '../context/test-context.ts'
import { watchTimers } from '../context/timers.ts'
import { describeError, failure, misbehaviour, outcomeOf } from '../outcome.ts'
import type { Subject } from '../subject.ts'
import type { Check } from '../test-api.ts'
import { stepProblems } from './step.ts'

const { setTimeout: startTimer } = globalThis
const SETTLE_MS = 2000

/** Rules about opening, closing and the actions, the same for all kinds. `use` does what an instance is there for. */
export function lifeChecks<Test extends TestContext, Instance extends object>(
  subject: Subject<AnyContribution>,
  kind: Kind<Test, Instance>,
  use: (instance: Instance, test: Test) => Promise<void>,
): Check[] {
  return [
    { name: 'open does no network work and keeps nothing in common', run: () => openProblems(subject, kind) },
    {
      name: 'closing twice is harmless',
      run: () =>
        withInstance(subject, kind, 'stand-in', async ({ instance }) => [
          ...failure('closing', await outcomeOf(() => kind.shut(instance))),
          ...failure('closing again', await outcomeOf(() => kind.shut(instance))),
        ]),
    },
    { name: 'closing leaves no timer and no connection behind', run: () => leakProblems(subject, kind, use) },
    ...Object.keys(safeActions(subject)).map(
      (name): Check => ({ name: `the action ${name} answers a step`, run: () => actionProblems(subject, kind, name) }),
    ),
  ]
}

function safeActions(subject: Subject): NonNullable<Contribution['actions']> {
  try {
    return (subject.definition().actions ?? {}) as NonNullable<Contribution['actions']>
  } catch {
    // A missing contribution is told by the manifest's checks.
    return {}
  }
}

async function openProblems<Test extends TestContext, Instance extends object>(
  subject: Subject<AnyContribution>,
  kind: Kind<Test, Instance>,
): Promise<string[]> {
  const options = await contextOptions(subject, await closedAddress())
  const network = watchNetwork(() => false)
  const [first, second] = [kind.context(options), kind.context(options)]
  try {
    await kind.prepare?.()
    const one = kind.open(first)
    const other = kind.open(second)
    // Work that `open` pushed aside comes to light a few turns of the event loop later.
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    const problems = [
      ...network.refused.map((target) => `open connected to ${target}`),
      ...(first.requests.items.length > 0 ? ['open sent a request'] : []),
      ...(one === other ? ['open answers the same instance twice'] : []),
      ...(typeof one === 'object' && one !== null && !('then' in one) ? [] : ['open does not answer an instance']),
    ]
    await outcomeOf(() => kind.shut(one))
    await outcomeOf(() => kind.shut(other))
    return problems
  } catch (error) {
    return [`open threw ${describeError(error)}`]
  } finally {
    first.close()
    second.close()
    network.stop()
  }
}

async function leakProblems<Test extends TestContext, Instance extends object>(
  subject: Subject<AnyContribution>,
  kind: Kind<Test, Instance>,
  use: (instance: Instance, test: Test) => Promise<void>,
): Promise<string[]> {
  const timers = watchTimers()
  const network = watchNetwork(() => true)
  try {
    const test = kind.context(await contextOptions(subject, null))
    await kind.prepare?.()
    const instance = kind.open(test)
    await outcomeOf(() => use(instance, test))
    await outcomeOf(() => kind.shut(instance))
    test.close()
    const left = () => [
      ...timers.running().map((place) => `a timer is still running, started ${place}`),
      ...network.held().map((target) => `a connection to ${target} is still open`),
    ]
    for (const end = Date.now() + SETTLE_MS; left().length > 0 && Date.now() < end; ) {
      await new Promise((resolve) => startTimer(resolve, 20))
    }
    return left()
  } finally {
    network.stop()
    timers.stop()
  }
}

async function actionProblems<Test extends TestContext, Instance>(
  subject: Subject<AnyContribution>,
  kind: Kind<Test, Instance>,
  name: string,
): Promise<string[]> {
  const run = (provider: 'stand-in' | 'down') =>
    withInstance(subject, kind, provider, async ({ test, signal }) => {
      const input = { settings: { ...test.ctx.settings, ...subject.secrets } }
      const outcome = await outcomeOf(async () => safeActions(subject)[name]?.run(test.ctx, input, signal))
      const place = `${name} with the provider ${provider === 'down' ? 'down' : 'up'}`
      if (outcome.state !== 'done') return misbehaviour(place, outcome)
      return stepProblems(outcome.value).map((problem) => `${place}: ${problem}`)
    })
  return [...(await run('stand-in')), ...(await run('down'))]
}
