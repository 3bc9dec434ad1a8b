import { type Charge, CONTRACTS, definePayment } from '@recado/sdk'
import { receiveHook } from './hook.ts'
import { createProvider } from './provider.ts'
import { settings } from './settings.ts'

/** A charge as the gateway words it. Amounts are cents there too. */
interface GatewayCharge {
  id: string
  state: 'pending' | 'settled' | 'void'
  amount: number
  pixCode: string
  settledAt?: number
}

export const payment = definePayment({
  type: 'sample-payment',
  contract: CONTRACTS.payment,
  scope: 'operator',
  name: 'payment.name',
  description: 'payment.description',
  settings,
  settingsVersion: 1,
  methods: ['pix'],
  open(ctx) {
    const provider = createProvider(ctx)
    return {
      async createCharge(request, signal) {
        const { id, amountCents, description, dueDate, payer } = request
        const body = { key: id, amount: amountCents, description, dueDate, payer }
        return toCharge(await provider.call<GatewayCharge>('POST', '/charges', signal, body))
      },
      async getCharge(externalId, signal) {
        return toCharge(await provider.call<GatewayCharge>('GET', `/charges/${encodeURIComponent(externalId)}`, signal))
      },
      async cancelCharge(externalId, signal) {
        await provider.call('DELETE', `/charges/${encodeURIComponent(externalId)}`, signal)
      },
      receiveHook: (request) => receiveHook(ctx, request),
    }
  },
})

const STATUS = { pending: 'open', settled: 'paid', void: 'cancelled' } as const

function toCharge({ id, state, amount, pixCode, settledAt }: GatewayCharge): Charge {
  return {
    externalId: id,
    status: STATUS[state],
    amountCents: amount,
    pix: { copyPaste: pixCode },
    ...(state === 'settled' ? { paidCents: amount } : {}),
    ...(settledAt === undefined ? {} : { paidAt: settledAt }),
  }
}
