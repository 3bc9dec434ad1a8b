import type { InstanceContext } from '../context.ts'
import type { Contribution } from './common.ts'

export interface IspCustomer {
  id: string
  name: string
  document: string
  contracts: { id: string; name: string; status: 'active' | 'blocked' | 'reduced' | 'cancelled'; address?: string }[]
}
export interface IspBill {
  id: string
  contractId?: string
  amountCents: number
  /** YYYY-MM-DD */
  dueDate: string
  overdue: boolean
  description?: string
}
export interface IspBillCopy {
  pix?: string
  barcode?: string
  url?: string
  /** Stored PDF. */
  mediaId?: string
}
export interface IspBillingInstance {
  findCustomers(query: { document?: string; phone?: string }, signal: AbortSignal): Promise<IspCustomer[]>
  openBills(customer: { id: string; contractId?: string }, signal: AbortSignal): Promise<IspBill[]>
  billCopy(billId: string, signal: AbortSignal): Promise<IspBillCopy>
  trustUnlock?(contractId: string, days: number, signal: AbortSignal): Promise<{ until: string; message?: string }>
  close?(): Promise<void>
}
export interface IspBillingDefinition extends Contribution {
  kind: 'ispBilling'
  features: { pix: boolean; boleto: boolean; pdf: boolean; trustUnlock: boolean; findByPhone: boolean }
  open(ctx: InstanceContext): IspBillingInstance
}
export const defineIspBilling = (definition: Omit<IspBillingDefinition, 'kind'>): IspBillingDefinition => ({
  kind: 'ispBilling',
  ...definition,
})
