import type { InstanceContext } from '../context.ts'
import type { AiDefinition, AiInstance } from '../contributions/ai.ts'
import ai from '../generator/templates/ai/src/index.ts'
import * as provider from '../generator/templates/ai/test/stand-in.ts'
import { withContribution, withInstance } from './broken.fixture.ts'
import { prove } from './prove.fixture.ts'
import { aiChecks } from './suites/ai.ts'

const ABORT = 'an aborted call ends'
const CLOSED = 'with the provider down calls fail with errors of the closed list'

const aiWith = (change: (good: AiInstance, ctx: InstanceContext) => Partial<AiInstance>) =>
  withInstance<InstanceContext, AiInstance>(ai, change)
const answer = { text: 'x', model: 'm', usage: { inputTokens: 1, outputTokens: 1 }, finished: 'stop' as const }

prove({
  kind: 'ai',
  provider: provider,
  sound: ai,
  checks: aiChecks,
  broken: [
    [
      'an ability without its method',
      withContribution<AiDefinition>(ai, () => ({ abilities: ['chat', 'speak'] })),
      'an ability is declared where its method exists, and only there',
      'speak is declared and missing',
    ],
    [
      'an answer of the wrong shape',
      aiWith(() => ({ chat: async () => ({ ...answer, finished: 'done' as 'stop' }) })),
      'chat answers',
      '/finished',
    ],
    [
      'a model without a name',
      aiWith(() => ({ listModels: async () => [{ id: 'm', name: '' }] })),
      'listModels answers models',
      'name',
    ],
    [
      'speech that was not stored',
      aiWith(() => ({ speak: async () => ({ mediaId: 'nowhere' }) })),
      'speak stores an audio file',
      'no stored file',
    ],
    [
      'speech that is no audio',
      aiWith((_, ctx) => ({
        speak: async () => ({ mediaId: (await ctx.media.save(new Uint8Array(3), { mimeType: 'text/plain' })).id }),
      })),
      'speak stores an audio file',
      'text/plain',
    ],
    [
      'an error of its own',
      aiWith(() => ({ chat: () => Promise.reject(new RangeError('oops')) })),
      CLOSED,
      'RangeError',
    ],
    [
      'a call that ignores its signal',
      aiWith((good, ctx) => ({ chat: async (request) => (await good.chat?.(request, ctx.signal)) ?? answer })),
      ABORT,
      'chat goes on',
    ],
    [
      'a transcript without text',
      aiWith(() => ({ transcribe: async () => ({ seconds: 1 }) as never })),
      'transcribe answers a text',
      'required properties text',
    ],
  ],
})
