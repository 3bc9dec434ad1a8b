import { Type } from 'typebox'
import type { CallEvent, VoiceInstance } from '../../contributions/voice.ts'
import { type Kind, withInstance } from '../bench.ts'
import { type Calls, callChecks } from '../checks/calls.ts'
import { declarationChecks } from '../checks/common.ts'
import { hookChecks, type NamedHook } from '../checks/hooks.ts'
import { lifeChecks } from '../checks/life.ts'
import { shapeProblems } from '../checks/step.ts'
import { createVoiceContext, type VoiceTestContext } from '../context/voice-context.ts'
import { failure, outcomeOf } from '../outcome.ts'
import { type ConformanceOptions, subjectOf } from '../subject.ts'
import { type Check, registerChecks } from '../test-api.ts'

const CallEventShape = Type.Object({
  callId: Type.String({ minLength: 1, maxLength: 255 }),
  status: Type.Enum([
    'offer',
    'outcoming_calling',
    'accept',
    'terminate',
    'reject',
    'accept_elsewhere',
    'reject_elsewhere',
  ]),
  direction: Type.Enum(['in', 'out']),
  phone: Type.String({ minLength: 1 }),
  at: Type.Integer({ minimum: 0 }),
})
const Started = Type.Object({ callId: Type.String({ minLength: 1 }) })

export interface VoiceOptions extends ConformanceOptions {
  /** A number that the stand-in can call. */
  phone: string
  /** Secrets of the provider that the agent's browser needs by design, such as a SIP password. */
  sharedSecrets?: readonly string[]
  samples?: { hooks?: readonly NamedHook[]; forged?: readonly NamedHook[] }
}

/** Proves a voice provider against the contract. */
export function voiceConformance(options: VoiceOptions): void {
  registerChecks(options.api, `voice ${options.type} keeps the contract`, voiceChecks(options))
}

/** The same rules without a test runner. */
export function voiceChecks(options: Omit<VoiceOptions, 'api'>): Check[] {
  const subject = { ...options, ...subjectOf('voice', options) }
  const kind: Kind<VoiceTestContext, VoiceInstance> = {
    context: createVoiceContext,
    open: (test) => subject.definition().open(test.ctx),
    shut: async (instance) => instance.close?.(),
    reported: (test) => test.calls.items.flatMap((event) => shapeProblems('the call event', CallEventShape, event)),
  }
  const callName = ({ callId, status }: CallEvent) => `call ${callId} ${status}`

  return [
    ...declarationChecks(subject),
    {
      name: 'a device session is plain data without the secrets of the account',
      run: () =>
        withInstance(subject, kind, 'stand-in', async ({ instance, signal }) => {
          const outcome = await outcomeOf(() => instance.deviceSession(AGENT, signal))
          if (outcome.state !== 'done') return failure('deviceSession', outcome)
          const text = JSON.stringify(outcome.value)
          if (text === undefined || !text.startsWith('{')) return ['the session is not an object']
          return Object.entries(subject.secrets ?? {})
            .filter(([name, secret]) => !subject.sharedSecrets?.includes(name) && text.includes(secret))
            .map(([name]) => `the session hands out the secret ${name}`)
        }),
    },
    {
      name: 'a call is started, muted and ended',
      run: () =>
        withInstance(subject, kind, 'stand-in', async ({ instance, signal }) => {
          if (!instance.start) return []
          const started = await outcomeOf(() => instance.start?.(options.phone, AGENT, signal))
          if (started.state !== 'done') return failure('start', started)
          const shape = shapeProblems('the started call', Started, started.value)
          const callId = started.value?.callId ?? ''
          return [
            ...shape,
            ...failure('mute', await outcomeOf(() => instance.mute?.(callId, true, signal))),
            ...failure('end', await outcomeOf(() => instance.end?.(callId, signal))),
          ]
        }),
    },
    ...hookChecks(subject, kind, {
      samples: options.samples?.hooks ?? [],
      forged: options.samples?.forged ?? [],
      names: (test) => [...new Set(test.calls.items.map(callName))],
    }),
    ...lifeChecks(subject, kind, async (instance, test) => {
      await instance.deviceSession(AGENT, test.ctx.signal)
    }),
    ...callChecks(subject, kind, voiceCalls(options.phone)),
  ]
}

const AGENT = { id: 7, name: 'Ana' }

const voiceCalls = (phone: string): Calls<VoiceTestContext, VoiceInstance> => ({
  deviceSession: (instance, _, signal) => instance.deviceSession(AGENT, signal),
  start: (instance, _, signal) => instance.start?.(phone, AGENT, signal),
  accept: (instance, _, signal) => instance.accept?.('1', signal),
  reject: (instance, _, signal) => instance.reject?.('1', signal),
  end: (instance, _, signal) => instance.end?.('1', signal),
  mute: (instance, _, signal) => instance.mute?.('1', true, signal),
})
