import type { Plugin } from '../plugin.ts'
import type { Check } from './test-api.ts'

/** The problems that the one check with this name finds. */
export async function problemsOf(checks: readonly Check[], name: string): Promise<string[]> {
  const check = checks.find((candidate) => candidate.name === name)
  if (!check) throw new Error(`no check is named "${name}"; there are ${checks.map((other) => other.name).join(', ')}`)
  return check.run()
}

/** A copy of a plugin with its first contribution changed. */
export function withContribution<T>(plugin: Plugin, change: (contribution: T) => Partial<T>): Plugin {
  const [first, ...others] = plugin.contributions
  const changed = { ...first, ...change(first as T) }
  return { ...plugin, contributions: [changed as Plugin['contributions'][number], ...others] }
}

/** A copy of a plugin whose instances have some methods replaced; undefined takes a method away. */
export function withInstance<Context, Instance extends object>(
  plugin: Plugin,
  change: (instance: Instance, ctx: Context) => { [K in keyof Instance]?: Instance[K] | undefined },
): Plugin {
  return withContribution<{ open(ctx: Context): Instance }>(plugin, ({ open }) => ({
    open(ctx) {
      const instance = open(ctx)
      return { ...instance, ...change(instance, ctx) } as Instance
    },
  }))
}
