import type { InstanceContext } from '../context.ts'
import type { PaymentDefinition, PaymentInstance } from '../contributions/payment.ts'
import payment from '../generator/templates/payment/src/index.ts'
import * as provider from '../generator/templates/payment/test/stand-in.ts'
import { withContribution, withInstance } from './broken.fixture.ts'
import { prove, withSecret } from './prove.fixture.ts'
import { paymentChecks } from './suites/payment.ts'

const paymentWith = (change: (good: PaymentInstance) => Partial<PaymentInstance>) =>
  withInstance<InstanceContext, PaymentInstance>(payment, change)
const hooks = { hooks: [], forged: [{ name: 'a forgery', body: { charge: 'c-1' } }] }
const CHARGE = 'a charge is made, with a way to pay it, and read back'

prove({
  kind: 'payment',
  provider: provider,
  sound: payment,
  checks: (options) => paymentChecks({ ...withSecret(options), samples: hooks }),
  broken: [
    [
      'a gateway that each tenant sets up',
      withContribution<PaymentDefinition>(payment, () => ({ scope: 'tenant' as 'operator' })),
      'it belongs to the operator and names its methods',
      'the scope is tenant',
    ],
    [
      'an amount in reais',
      paymentWith((good) => ({
        createCharge: async (request, signal) => ({
          ...(await good.createCharge(request, signal)),
          amountCents: 123.45,
        }),
      })),
      CHARGE,
      'integer',
    ],
    [
      'another amount',
      paymentWith((good) => ({
        createCharge: async (request, signal) => ({ ...(await good.createCharge(request, signal)), amountCents: 123 }),
      })),
      CHARGE,
      '123 cents instead of',
    ],
    [
      'a charge that cannot be paid',
      paymentWith((good) => ({
        async createCharge(request, signal) {
          const { pix: _, ...charge } = await good.createCharge(request, signal)
          return charge
        },
      })),
      CHARGE,
      'cannot be paid',
    ],
    [
      'a second charge for the same request',
      paymentWith((good) => ({
        createCharge: (request, signal) => good.createCharge({ ...request, id: `${Math.random()}` }, signal),
      })),
      'the same request makes no second charge',
      'a second charge',
    ],
    [
      'an unknown charge that exists',
      paymentWith(() => ({ getCharge: async () => ({ externalId: 'x', status: 'paid', amountCents: 1 }) })),
      'a charge that does not exist fails with an error of the closed list',
      'answers an unknown id',
    ],
    [
      'a hook without charges',
      paymentWith(() => ({ receiveHook: async () => ({ status: 200 }) as never })),
      'a hook names charges and nothing else',
      'charges',
    ],
    [
      'a forged hook that names a charge',
      paymentWith(() => ({ receiveHook: async () => ({ charges: ['c-1'] }) })),
      'a forged hook is refused and has no effect',
      'brings c-1',
    ],
    [
      'a charge that cannot be cancelled',
      paymentWith(() => ({ cancelCharge: () => Promise.reject(new Error('no')) })),
      'a charge can be cancelled',
      'cancelCharge failed',
    ],
  ],
})
