import type { AiDefinition } from './ai.ts'
import type { ChannelDefinition } from './channel.ts'
import type { FlowDefinition } from './flow.ts'
import type { IspBillingDefinition } from './isp-billing.ts'
import type { PaymentDefinition } from './payment.ts'
import type { VoiceDefinition } from './voice.ts'

export * from './ai.ts'
export * from './channel.ts'
export * from './common.ts'
export * from './flow.ts'
export * from './isp-billing.ts'
export * from './payment.ts'
export * from './voice.ts'

export type AnyContribution =
  | ChannelDefinition
  | AiDefinition
  | FlowDefinition
  | PaymentDefinition
  | IspBillingDefinition
  | VoiceDefinition
