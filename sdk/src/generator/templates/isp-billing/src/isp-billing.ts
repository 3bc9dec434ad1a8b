import { CONTRACTS, defineIspBilling, type IspBill, type IspBillCopy, type IspCustomer } from '@recado/sdk'
import { createProvider } from './provider.ts'
import { settings } from './settings.ts'

interface RemoteCustomer {
  id: number
  name: string
  document: string
  contracts: { id: number; plan: string; blocked: boolean }[]
}
interface RemoteBill {
  id: number
  /** Reais with two decimals. */
  value: string
  due: string
}

export const ispBilling = defineIspBilling({
  type: 'sample-isp-billing',
  contract: CONTRACTS.ispBilling,
  scope: 'tenant',
  name: 'isp-billing.name',
  description: 'isp-billing.description',
  settings,
  settingsVersion: 1,
  features: { pix: true, boleto: true, pdf: false, trustUnlock: true, findByPhone: true },
  open(ctx) {
    const provider = createProvider(ctx)
    const today = () => new Date(ctx.clock.now()).toISOString().slice(0, 10)
    return {
      async findCustomers({ document, phone }, signal) {
        const query = new URLSearchParams(document ? { document } : { phone: phone ?? '' })
        const found = await provider.call<RemoteCustomer[]>('GET', `/customers?${query}`, signal)
        return found.map(toCustomer)
      },
      async openBills({ id }, signal) {
        const bills = await provider.call<RemoteBill[]>('GET', `/customers/${encodeURIComponent(id)}/bills`, signal)
        return bills.map((bill) => toBill(bill, today()))
      },
      async billCopy(billId, signal): Promise<IspBillCopy> {
        const path = `/bills/${encodeURIComponent(billId)}`
        const { pix, line } = await provider.call<{ pix: string; line: string }>('GET', path, signal)
        return { pix, barcode: line }
      },
      trustUnlock: (contractId, days, signal) =>
        provider.call('POST', `/contracts/${encodeURIComponent(contractId)}/unlock`, signal, { days }),
    }
  },
})

const toCustomer = ({ id, name, document, contracts }: RemoteCustomer): IspCustomer => ({
  id: String(id),
  name,
  document,
  contracts: contracts.map((contract) => ({
    id: String(contract.id),
    name: contract.plan,
    status: contract.blocked ? 'blocked' : 'active',
  })),
})

const toBill = ({ id, value, due }: RemoteBill, today: string): IspBill => ({
  id: String(id),
  amountCents: Math.round(Number(value) * 100),
  dueDate: due,
  overdue: due < today,
})
