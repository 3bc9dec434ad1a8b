import { Type } from 'typebox'
import type { AiInstance } from '../../contributions/ai.ts'
import { type Kind, withInstance } from '../bench.ts'
import { type Calls, callChecks } from '../checks/calls.ts'
import { declarationChecks } from '../checks/common.ts'
import { lifeChecks } from '../checks/life.ts'
import { shapeProblems } from '../checks/step.ts'
import { createTestContext, type TestContext } from '../context/test-context.ts'
import { failure, outcomeOf } from '../outcome.ts'
import { saveSample } from '../samples.ts'
import { type ConformanceOptions, subjectOf } from '../subject.ts'
import { type Check, registerChecks } from '../test-api.ts'

const ChatAnswer = Type.Object({
  text: Type.String(),
  model: Type.String({ minLength: 1 }),
  usage: Type.Object({ inputTokens: Type.Integer({ minimum: 0 }), outputTokens: Type.Integer({ minimum: 0 }) }),
  finished: Type.Enum(['stop', 'length', 'filtered']),
})
const Transcript = Type.Object({ text: Type.String(), seconds: Type.Optional(Type.Number({ minimum: 0 })) })
const Models = Type.Array(Type.Object({ id: Type.String({ minLength: 1 }), name: Type.String({ minLength: 1 }) }))

/** Proves an AI provider against the contract. */
export function aiConformance(options: ConformanceOptions): void {
  registerChecks(options.api, `AI provider ${options.type} keeps the contract`, aiChecks(options))
}

/** The same rules without a test runner. */
export function aiChecks(options: Omit<ConformanceOptions, 'api'>): Check[] {
  const subject = subjectOf('ai', options)
  const kind: Kind<TestContext, AiInstance> = {
    context: createTestContext,
    open: (test) => subject.definition().open(test.ctx),
    shut: async (instance) => instance.close?.(),
  }
  const succeeds = (name: string, check: (value: unknown, test: TestContext) => string[]) =>
    withInstance(subject, kind, 'stand-in', async ({ instance, test, signal }) => {
      const outcome = await outcomeOf(() => calls[name]?.(instance, test, signal))
      if (outcome.state !== 'done') return failure(name, outcome)
      return outcome.value === undefined ? [] : check(outcome.value, test)
    })

  return [
    ...declarationChecks(subject),
    {
      name: 'an ability is declared where its method exists, and only there',
      run: () =>
        withInstance(subject, kind, 'stand-in', async ({ instance }) => {
          const { abilities } = subject.definition()
          const all = ['chat', 'transcribe', 'speak'] as const
          return [
            ...(abilities.length === 0 ? ['it declares no ability'] : []),
            ...all
              .filter((ability) => abilities.includes(ability) !== (typeof instance[ability] === 'function'))
              .map((ability) => `${ability} is ${abilities.includes(ability) ? 'declared and missing' : 'undeclared'}`),
          ]
        }),
    },
    { name: 'chat answers', run: () => succeeds('chat', (value) => shapeProblems('the answer', ChatAnswer, value)) },
    {
      name: 'transcribe answers a text',
      run: () => succeeds('transcribe', (value) => shapeProblems('the transcript', Transcript, value)),
    },
    {
      name: 'speak stores an audio file',
      run: () =>
        succeeds('speak', (value, test) => {
          const file = test.media.files.get((value as { mediaId: string }).mediaId)
          if (!file) return ['the answer names no stored file']
          return file.info.mimeType.startsWith('audio/') ? [] : [`the file is ${file.info.mimeType}`]
        }),
    },
    {
      name: 'listModels answers models',
      run: () => succeeds('listModels', (value) => shapeProblems('the models', Models, value)),
    },
    ...lifeChecks(subject, kind, async (instance, test) => {
      for (const call of Object.values(calls)) await call(instance, test, test.ctx.signal)
    }),
    ...callChecks(subject, kind, calls),
  ]
}

const calls: Calls<TestContext, AiInstance> = {
  chat: (instance, _, signal) =>
    instance.chat?.({ turns: [{ role: 'user', text: 'Olá' }], maxTokens: 64, subject: 'contact-1' }, signal),
  transcribe: async (instance, { media }, signal) => {
    const { id } = await saveSample(media, 'voice')
    return instance.transcribe?.({ mediaId: id, language: 'pt' }, signal)
  },
  speak: (instance, _, signal) => instance.speak?.({ text: 'Olá' }, signal),
  listModels: (instance, _, signal) => instance.listModels?.(signal),
}
