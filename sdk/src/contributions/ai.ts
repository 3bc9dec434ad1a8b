import type { InstanceContext } from '../context.ts'
import type { Contribution } from './common.ts'

export interface ChatTurn {
  role: 'system' | 'user' | 'assistant'
  text: string
}
export interface ChatRequest {
  turns: ChatTurn[]
  model?: string
  maxTokens?: number
  temperature?: number
  format?: 'text' | 'json'
  /** The person the answer is for; providers use it against abuse. Never an e-mail or phone number. */
  subject?: string
}
export interface ChatAnswer {
  text: string
  model: string
  usage: { inputTokens: number; outputTokens: number }
  finished: 'stop' | 'length' | 'filtered'
}
export interface AiInstance {
  chat?(request: ChatRequest, signal: AbortSignal): Promise<ChatAnswer>
  transcribe?(
    request: { mediaId: string; language?: string },
    signal: AbortSignal,
  ): Promise<{ text: string; seconds?: number }>
  /** Answers the id of a stored audio file. */
  speak?(request: { text: string; voice?: string }, signal: AbortSignal): Promise<{ mediaId: string }>
  listModels?(signal: AbortSignal): Promise<{ id: string; name: string }[]>
  close?(): Promise<void>
}
export interface AiDefinition extends Contribution {
  kind: 'ai'
  abilities: ('chat' | 'transcribe' | 'speak')[]
  open(ctx: InstanceContext): AiInstance
}
export const defineAi = (definition: Omit<AiDefinition, 'kind'>): AiDefinition => ({ kind: 'ai', ...definition })
