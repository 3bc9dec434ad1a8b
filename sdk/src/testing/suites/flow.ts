import { Type } from 'typebox'
import type { FlowInput, FlowInstance, FlowReply } from '../../contributions/flow.ts'
import { Content } from '../../messages/index.ts'
import { type Kind, withInstance } from '../bench.ts'
import { callChecks } from '../checks/calls.ts'
import { declarationChecks } from '../checks/common.ts'
import { hookChecks, type NamedHook } from '../checks/hooks.ts'
import { lifeChecks } from '../checks/life.ts'
import { shapeProblems } from '../checks/step.ts'
import { createTestContext, type TestContext } from '../context/test-context.ts'
import { failure, misbehaviour, outcomeOf } from '../outcome.ts'
import { type ConformanceOptions, subjectOf } from '../subject.ts'
import { type Check, registerChecks } from '../test-api.ts'

const MAX_STATE_BYTES = 64 * 1024

const FlowReplyShape = Type.Object({
  messages: Type.Array(Content),
  next: Type.Union([
    Type.Object({ type: Type.Literal('wait'), timeoutSeconds: Type.Optional(Type.Number({ exclusiveMinimum: 0 })) }),
    Type.Object({
      type: Type.Literal('transfer'),
      queueId: Type.Optional(Type.Integer({ minimum: 1 })),
      userId: Type.Optional(Type.Integer({ minimum: 1 })),
    }),
    Type.Object({ type: Type.Literal('close') }),
    Type.Object({ type: Type.Literal('finish') }),
  ]),
})

export interface FlowOptions extends ConformanceOptions {
  /** What a person answers to the first turn; a plain text when absent. */
  answer?: Content
  samples?: { hooks?: readonly NamedHook[]; forged?: readonly NamedHook[] }
}

/** Proves a flow integration against the contract. */
export function flowConformance(options: FlowOptions): void {
  registerChecks(options.api, `flow ${options.type} keeps the contract`, flowChecks(options))
}

/** The same rules without a test runner. */
export function flowChecks(options: Omit<FlowOptions, 'api'>): Check[] {
  const subject = { ...options, ...subjectOf('flow', options) }
  const kind: Kind<TestContext, FlowInstance> = {
    context: createTestContext,
    open: (test) => subject.definition().open(test.ctx),
    shut: async (instance) => instance.close?.(),
  }
  const answer = options.answer ?? { type: 'text', text: 'Olá' }
  /** One turn on an instance of its own, as another node would take it. */
  const turn = async (event: FlowInput['event'], state: unknown) => {
    let reply: FlowReply | null = null
    const problems = await withInstance(subject, kind, 'stand-in', async ({ instance, signal }) => {
      const outcome = await outcomeOf(() => instance.turn(flowInput(event, state), signal))
      if (outcome.state !== 'done') return failure(`the turn ${event.type}`, outcome)
      reply = outcome.value
      return replyProblems(event.type, outcome.value)
    })
    return { problems, reply: reply as FlowReply | null }
  }

  return [
    ...declarationChecks(subject),
    { name: 'the first turn answers', run: async () => (await turn({ type: 'start' }, null)).problems },
    {
      name: 'another instance goes on from the stored state',
      run: async () => {
        const first = await turn({ type: 'start' }, null)
        if (first.reply?.next.type !== 'wait') return first.problems
        const state: unknown = JSON.parse(JSON.stringify(first.reply.state ?? null))
        return [...first.problems, ...(await turn({ type: 'message', content: answer }, state)).problems]
      },
    },
    {
      name: 'a state it does not know fails with an error of the closed list or starts anew',
      run: () =>
        withInstance(subject, kind, 'stand-in', async ({ instance, signal }) => {
          const problems: string[] = []
          for (const state of [7, 'x', [], { unknown: true }]) {
            const input = flowInput({ type: 'message', content: answer }, state)
            problems.push(...misbehaviour('the turn', await outcomeOf(() => instance.turn(input, signal))))
          }
          return problems
        }),
    },
    {
      name: 'a running flow can be cancelled',
      run: () =>
        withInstance(subject, kind, 'stand-in', async ({ instance, signal }) => {
          const { reply } = await turn({ type: 'start' }, null)
          return failure('cancel', await outcomeOf(() => instance.cancel?.(reply?.state ?? null, signal)))
        }),
    },
    ...hookChecks(subject, kind, {
      samples: options.samples?.hooks ?? [],
      forged: options.samples?.forged ?? [],
      names: () => [],
    }),
    ...lifeChecks(subject, kind, async (instance, test) => {
      await instance.turn(flowInput({ type: 'start' }, null), test.ctx.signal)
    }),
    ...callChecks(subject, kind, {
      turn: (instance, _, signal) => instance.turn(flowInput({ type: 'start' }, null), signal),
      cancel: (instance, _, signal) => instance.cancel?.(null, signal),
    }),
  ]
}

const flowInput = (event: FlowInput['event'], state: unknown): FlowInput => ({
  state,
  event,
  contact: { id: 1, name: 'Bia', number: '5511999990000', extra: {} },
  ticket: { id: 1, protocol: '20260115-1', channelType: 'fake' },
  locale: 'pt',
})

function replyProblems(what: string, reply: FlowReply): string[] {
  const state = JSON.stringify(reply?.state ?? null)
  return [
    ...shapeProblems(`the reply to ${what}`, FlowReplyShape, reply),
    ...(Buffer.byteLength(state) > MAX_STATE_BYTES ? ['the state is above 64 KB'] : []),
  ]
}
