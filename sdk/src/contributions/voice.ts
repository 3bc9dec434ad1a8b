import type { InstanceContext } from '../context.ts'
import type { HookReply, HookRequest } from '../http.ts'
import type { Contribution } from './common.ts'

export interface CallEvent {
  callId: string
  /** `offer` comes in; `outcoming_calling` goes out (spelling of the specification, §4). */
  status: 'offer' | 'outcoming_calling' | 'accept' | 'terminate' | 'reject' | 'accept_elsewhere' | 'reject_elsewhere'
  direction: 'in' | 'out'
  phone: string
  name?: string
  at: number
  durationSeconds?: number
  recordingRef?: string
}
export interface VoiceContext extends InstanceContext {
  readonly calls: { push(events: CallEvent[]): Promise<void> }
}
export interface VoiceInstance {
  /** What the agent's browser needs to open its own device connection. Short-lived credentials only. */
  deviceSession(user: { id: number; name: string }, signal: AbortSignal): Promise<Record<string, unknown>>
  start?(phone: string, user: { id: number }, signal: AbortSignal): Promise<{ callId: string }>
  accept?(callId: string, signal: AbortSignal): Promise<void>
  reject?(callId: string, signal: AbortSignal): Promise<void>
  end?(callId: string, signal: AbortSignal): Promise<void>
  mute?(callId: string, on: boolean, signal: AbortSignal): Promise<void>
  receiveHook?(request: HookRequest): Promise<HookReply>
  close?(): Promise<void>
}
export interface VoiceDefinition extends Contribution<VoiceContext> {
  kind: 'voice'
  driver: 'device' | 'sip'
  open(ctx: VoiceContext): VoiceInstance
}
export const defineVoice = (definition: Omit<VoiceDefinition, 'kind'>): VoiceDefinition => ({
  kind: 'voice',
  ...definition,
})
