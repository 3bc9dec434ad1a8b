import { describe, expect, it } from 'vitest'
import type { VoiceContext, VoiceInstance } from '../contributions/voice.ts'
import voice from '../generator/templates/voice/src/index.ts'
import * as provider from '../generator/templates/voice/test/stand-in.ts'
import type { Plugin } from '../plugin.ts'
import { problemsOf, withInstance } from './broken.fixture.ts'
import { type Options, prove, withSecret } from './prove.fixture.ts'
import { voiceChecks } from './suites/voice.ts'

const voiceWith = (change: (good: VoiceInstance, ctx: VoiceContext) => Partial<VoiceInstance>) =>
  withInstance<VoiceContext, VoiceInstance>(voice, change)
const call = { callId: 'c', status: 'offer' as const, direction: 'in' as const, phone: '5511999990000', at: 1 }
const voiceSamples = { hooks: [{ name: 'a call', body: {} }], forged: [{ name: 'a forgery', body: {} }] }
const voiceOptions = (options: Options) => ({ ...withSecret(options), phone: '5511999990000' })

prove({
  kind: 'voice',
  provider: provider,
  sound: voice,
  checks: (options) => voiceChecks(voiceOptions(options)),
  broken: [
    [
      'a session with the account’s token',
      voiceWith(() => ({ deviceSession: async () => ({ token: provider.TOKEN }) })),
      'a device session is plain data without the secrets of the account',
      'hands out the secret token',
    ],
    [
      'a call without an id',
      voiceWith(() => ({ start: async () => ({ callId: '' }) })),
      'a call is started, muted and ended',
      'callId',
    ],
  ],
})

describe('hooks of voice plugins', () => {
  const run = (plugin: Plugin, check: string) =>
    problemsOf(
      voiceChecks({
        manifest: new URL('../generator/templates/voice/package.json', import.meta.url),
        plugin,
        type: 'sample-voice',
        phone: '5511999990000',
        samples: voiceSamples,
      }),
      check,
    )
  const pushing = (event: object) =>
    voiceWith((_, ctx) => ({ receiveHook: () => ctx.calls.push([event as typeof call]).then(() => ({})) }))

  it('a malformed call event is found', async () => {
    const found = await run(
      pushing({ ...call, status: 'ringing' }),
      'a hook is taken, and its repeat names the same things',
    )
    expect(found.join()).toContain('status')
  })
  it('a forged hook that reports a call is found', async () => {
    const found = await run(pushing(call), 'a forged hook is refused and has no effect')
    expect(found.join()).toContain('call c offer')
  })
})
