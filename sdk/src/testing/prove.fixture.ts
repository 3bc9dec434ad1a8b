import { describe, expect, it } from 'vitest'
import plugin from '../generator/templates/channel/src/index.ts'
import type { Plugin } from '../plugin.ts'
import { problemsOf } from './broken.fixture.ts'
import type { StandIn } from './context/stand-in.ts'
import { channelChecks } from './suites/channel.ts'
import { type Check, runChecks } from './test-api.ts'

export type Broken = [name: string, plugin: Plugin, check: string, words: string]

export interface Options {
  manifest: URL
  plugin: Plugin
  type: string
  secrets: { token: string }
  endpoints: { api: string }
}

interface Subject {
  kind: string
  provider: { startProvider(): Promise<StandIn>; TOKEN: string }
  sound: Plugin
  checks(options: Options): Check[]
  broken: readonly Broken[]
}

/** Names of the checks that `covered` does not break. */
export const untested = (checks: readonly Check[], covered: readonly string[], elsewhere: readonly Check[] = []) =>
  checks
    .map(({ name }) => name)
    .filter((name) => !covered.includes(name) && !elsewhere.some((other) => other.name === name))

/** Rules that all kinds share are proved where the channel's are. */
const shared = () => channelChecks({ manifest: {}, plugin, type: 'sample-channel', address: '5511999990000' })

export const withSecret = (options: Options) => ({
  ...options,
  secrets: { ...options.secrets, hookSecret: 'sample-hook-secret' },
})

/** Proves a suite: nothing to find in the sound plugin, and each rule of its own finds a plugin that breaks it. */
export function prove({ kind, provider, sound, checks, broken }: Subject): void {
  const run = async <T>(changed: Plugin, look: (all: Check[]) => Promise<T>): Promise<T> => {
    const standIn = await provider.startProvider()
    const manifest = new URL(`../generator/templates/${kind}/package.json`, import.meta.url)
    const secrets = { token: provider.TOKEN }
    const options = { manifest, plugin: changed, type: `sample-${kind}`, secrets, endpoints: { api: standIn.url } }
    try {
      return await look(checks(options))
    } finally {
      await standIn.close()
    }
  }
  describe(`the suite of ${kind}`, () => {
    it.each(broken)(
      'finds %s',
      async (_, changed, check, words) => {
        expect((await run(changed, (all) => problemsOf(all, check))).join('\n')).toContain(words)
      },
      20_000,
    )
    it('finds nothing in a sound plugin', async () => {
      expect(await run(sound, runChecks)).toEqual({})
    }, 20_000)
    it('has no rule of its own that was never broken', async () => {
      const covered = broken.map(([, , check]) => check)
      expect(await run(sound, async (all) => untested(all, covered, shared()))).toEqual([])
    })
  })
}
