import { type ChatAnswer, CONTRACTS, defineAi, type InstanceContext } from '@recado/sdk'
import { createProvider } from './provider.ts'
import { settings } from './settings.ts'

interface Completion {
  text: string
  model: string
  finish: string
  tokens: { in: number; out: number }
}

export const ai = defineAi({
  type: 'sample-ai',
  contract: CONTRACTS.ai,
  scope: 'tenant',
  name: 'ai.name',
  description: 'ai.description',
  settings,
  settingsVersion: 1,
  abilities: ['chat'],
  open(ctx: InstanceContext<{ model: string }>) {
    const provider = createProvider(ctx)
    return {
      async chat(request, signal): Promise<ChatAnswer> {
        const { turns, maxTokens, temperature } = request
        const model = request.model ?? ctx.settings.model
        const answer = await provider.call<Completion>('POST', '/chat', signal, {
          model,
          turns,
          maxTokens,
          temperature,
        })
        return {
          text: answer.text,
          model: answer.model,
          usage: { inputTokens: answer.tokens.in, outputTokens: answer.tokens.out },
          finished: answer.finish === 'length' ? 'length' : 'stop',
        }
      },
      listModels: (signal) => provider.call<{ id: string; name: string }[]>('GET', '/models', signal),
    }
  },
})
