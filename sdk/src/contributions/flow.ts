import type { InstanceContext } from '../context.ts'
import type { Content } from '../messages/index.ts'
import type { Contribution } from './common.ts'

export interface FlowInput {
  /** Where the conversation stands, as the last reply left it; null at the start. At most 64 KB. */
  state: unknown
  event: { type: 'start' } | { type: 'message'; content: Content } | { type: 'timeout' }
  contact: { id: number; name: string; number: string | null; extra: Record<string, string> }
  ticket: { id: number; protocol: string; channelType: string }
  locale: 'pt' | 'en' | 'es'
}
export interface FlowReply {
  messages: Content[]
  state: unknown
  next:
    | { type: 'wait'; timeoutSeconds?: number }
    | { type: 'transfer'; queueId?: number; userId?: number }
    | { type: 'close' }
    | { type: 'finish' }
}
export interface FlowInstance {
  /** Stateless: all it may remember travels in `state`, which the host stores. */
  turn(input: FlowInput, signal: AbortSignal): Promise<FlowReply>
  cancel?(state: unknown, signal: AbortSignal): Promise<void>
  receiveHook?(request: import('../http.ts').HookRequest): Promise<import('../http.ts').HookReply>
  close?(): Promise<void>
}
export interface FlowDefinition extends Contribution {
  kind: 'flow'
  open(ctx: InstanceContext): FlowInstance
}
export const defineFlow = (definition: Omit<FlowDefinition, 'kind'>): FlowDefinition => ({
  kind: 'flow',
  ...definition,
})
