import type { AnyContribution } from '../../contributions/index.ts'
import { type Kind, withInstance } from '../bench.ts'
import type { TestContext } from '../context/test-context.ts'
import { describeError, isAbort, misbehaviour, outcomeOf } from '../outcome.ts'
import type { Subject } from '../subject.ts'
import type { Check } from '../test-api.ts'

const ABORT_PATIENCE_MS = 2000

/** Calls of an instance by name; undefined where the instance does not have the method. */
export type Calls<Test, Instance> = Record<
  string,
  (instance: Instance, test: Test, signal: AbortSignal) => Promise<unknown> | undefined
>

/** Rules that hold for every call: how it may fail, and that it ends when nobody waits for it any more. */
export function callChecks<Test extends TestContext, Instance>(
  subject: Subject<AnyContribution>,
  kind: Kind<Test, Instance>,
  calls: Calls<Test, Instance>,
): Check[] {
  const each = async (check: (name: string, call: Calls<Test, Instance>[string]) => Promise<string[]>) => {
    const problems: string[] = []
    for (const [name, call] of Object.entries(calls)) problems.push(...(await check(name, call)))
    return problems
  }
  return [
    {
      name: 'with the provider down calls fail with errors of the closed list',
      run: () =>
        each((name, call) =>
          withInstance(subject, kind, 'down', async ({ instance, test, signal }) =>
            misbehaviour(name, await outcomeOf(() => call(instance, test, signal))),
          ),
        ),
    },
    {
      name: 'an aborted call ends',
      run: () =>
        each((name, call) =>
          withInstance(subject, kind, 'silent', async ({ instance, test, reached }) => {
            const abort = new AbortController()
            const running = outcomeOf(() => call(instance, test, abort.signal))
            await Promise.race([running, reached])
            abort.abort()
            const ended = await outcomeOf(() => running, ABORT_PATIENCE_MS)
            if (ended.state !== 'done') return [`${name} goes on after it was aborted`]
            const { value } = ended
            return value.state === 'failed' && !isAbort(value.error)
              ? [`${name} ended with ${describeError(value.error)} when it was aborted`]
              : []
          }),
        ),
    },
  ]
}
