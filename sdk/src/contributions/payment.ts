import type { InstanceContext } from '../context.ts'
import type { HookReply, HookRequest } from '../http.ts'
import type { Contribution } from './common.ts'

export interface ChargeRequest {
  /** Our idempotency key: the invoice's id and attempt. */
  id: string
  amountCents: number
  currency: 'BRL'
  /** YYYY-MM-DD */
  dueDate: string
  description: string
  payer: { name: string; email?: string; document?: string; phone?: string }
  methods: ('pix' | 'boleto' | 'card')[]
}
export interface Charge {
  externalId: string
  status: 'open' | 'paid' | 'cancelled' | 'expired' | 'refunded'
  amountCents: number
  paidCents?: number
  paidAt?: number
  pix?: { copyPaste: string; qrImage?: string; expiresAt?: number }
  boleto?: { barcode: string; url?: string }
  checkoutUrl?: string
}
export interface PaymentInstance {
  createCharge(request: ChargeRequest, signal: AbortSignal): Promise<Charge>
  getCharge(externalId: string, signal: AbortSignal): Promise<Charge>
  cancelCharge?(externalId: string, signal: AbortSignal): Promise<void>
  /** Only NAMES charges: the host re-reads each with `getCharge` before it believes anything. */
  receiveHook(request: HookRequest): Promise<HookReply & { charges: string[] }>
  close?(): Promise<void>
}
export interface PaymentDefinition extends Contribution {
  kind: 'payment'
  scope: 'operator'
  methods: ChargeRequest['methods']
  open(ctx: InstanceContext): PaymentInstance
}
export const definePayment = (definition: Omit<PaymentDefinition, 'kind'>): PaymentDefinition => ({
  kind: 'payment',
  ...definition,
})
