/** Above the patience of any single check, so that a hanging call is told as what it is. */
const TIMEOUT_MS = 120_000

/** What a suite needs of a test runner; vitest's functions fit as they are. */
export interface TestApi {
  describe(name: string, body: () => void): unknown
  it(name: string, body: () => Promise<void>, timeoutMs: number): unknown
  expect(value: unknown): { toEqual(wanted: unknown): unknown }
}

/** One rule. `run` answers what is wrong, in sentences; nothing when the plugin keeps the rule. */
export interface Check {
  name: string
  run(): string[] | Promise<string[]>
}

/** Registers the checks with a test runner, one test each. */
export function registerChecks({ describe, it, expect }: TestApi, title: string, checks: readonly Check[]): void {
  describe(title, () => {
    for (const check of checks) {
      const body = async () => {
        expect(await check.run()).toEqual([])
      }
      it(check.name, body, TIMEOUT_MS)
    }
  })
}

/** Runs the checks without a test runner: the problems by the name of the check, of those that found any. */
export async function runChecks(checks: readonly Check[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const check of checks) {
    const problems = await check.run()
    if (problems.length > 0) found[check.name] = problems
  }
  return found
}
