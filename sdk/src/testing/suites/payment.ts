import { Type } from 'typebox'
import type { ChargeRequest, PaymentInstance } from '../../contributions/payment.ts'
import type { HookReply } from '../../http.ts'
import { type Kind, withInstance } from '../bench.ts'
import { callChecks } from '../checks/calls.ts'
import { declarationChecks } from '../checks/common.ts'
import { hookChecks, type NamedHook, oddHooks } from '../checks/hooks.ts'
import { lifeChecks } from '../checks/life.ts'
import { shapeProblems } from '../checks/step.ts'
import { hookRequest } from '../context/hooks.ts'
import { createTestContext, type TestContext } from '../context/test-context.ts'
import { failure, misbehaviour, outcomeOf } from '../outcome.ts'
import { type ConformanceOptions, subjectOf } from '../subject.ts'
import { type Check, registerChecks } from '../test-api.ts'

const ChargeShape = Type.Object({
  externalId: Type.String({ minLength: 1, maxLength: 255 }),
  status: Type.Enum(['open', 'paid', 'cancelled', 'expired', 'refunded']),
  amountCents: Type.Integer({ minimum: 1 }),
  paidCents: Type.Optional(Type.Integer({ minimum: 0 })),
  paidAt: Type.Optional(Type.Integer({ minimum: 0 })),
  pix: Type.Optional(Type.Object({ copyPaste: Type.String({ minLength: 1 }) })),
  boleto: Type.Optional(Type.Object({ barcode: Type.String({ minLength: 1 }) })),
  checkoutUrl: Type.Optional(Type.String({ pattern: '^https?://' })),
})
const Named = Type.Array(Type.String({ minLength: 1 }))

export interface PaymentOptions extends ConformanceOptions {
  samples?: {
    /** Hooks as the gateway sends them. */
    hooks?: readonly NamedHook[]
    forged?: readonly NamedHook[]
  }
}

/** Proves a payment gateway against the contract. */
export function paymentConformance(options: PaymentOptions): void {
  registerChecks(options.api, `payment gateway ${options.type} keeps the contract`, paymentChecks(options))
}

/** The same rules without a test runner. */
export function paymentChecks(options: Omit<PaymentOptions, 'api'>): Check[] {
  const subject = { ...options, ...subjectOf('payment', options) }
  const named = new WeakMap<TestContext, Set<string>>()
  const kind: Kind<TestContext, PaymentInstance> = {
    context: createTestContext,
    open: (test) => subject.definition().open(test.ctx),
    shut: async (instance) => instance.close?.(),
  }
  const names = (test: TestContext, reply: HookReply) => {
    const known = named.get(test) ?? new Set()
    for (const charge of (reply as { charges?: string[] }).charges ?? []) known.add(charge)
    named.set(test, known)
    return [...known]
  }
  const request = () => chargeRequest(subject.definition().methods)
  const charged = (check: (run: { instance: PaymentInstance; signal: AbortSignal; id: string }) => Promise<string[]>) =>
    withInstance(subject, kind, 'stand-in', async ({ instance, signal }) => {
      const outcome = await outcomeOf(() => instance.createCharge(request(), signal))
      if (outcome.state !== 'done') return failure('createCharge', outcome)
      const problems = chargeProblems('the charge', outcome.value)
      return problems.length > 0 ? problems : check({ instance, signal, id: outcome.value.externalId })
    })

  return [
    ...declarationChecks(subject),
    {
      name: 'it belongs to the operator and names its methods',
      run: () => {
        const { scope, methods } = subject.definition()
        return [
          ...(scope === 'operator' ? [] : [`the scope is ${scope}`]),
          ...(methods.length > 0 ? [] : ['it names no method of payment']),
        ]
      },
    },
    {
      name: 'a charge is made, with a way to pay it, and read back',
      run: () =>
        charged(async ({ instance, signal, id }) => {
          const outcome = await outcomeOf(() => instance.getCharge(id, signal))
          if (outcome.state !== 'done') return failure('getCharge', outcome)
          const same = outcome.value.externalId === id
          return [
            ...chargeProblems('the charge, read back,', outcome.value),
            ...(same ? [] : ['getCharge answers another charge']),
          ]
        }),
    },
    {
      name: 'the same request makes no second charge',
      run: () =>
        charged(async ({ instance, signal, id }) => {
          const again = await outcomeOf(() => instance.createCharge(request(), signal))
          if (again.state !== 'done') return failure('createCharge, repeated,', again)
          return again.value.externalId === id ? [] : ['the repeated request made a second charge']
        }),
    },
    {
      name: 'a charge that does not exist fails with an error of the closed list',
      run: () =>
        withInstance(subject, kind, 'stand-in', async ({ instance, signal }) => {
          const outcome = await outcomeOf(() => instance.getCharge('no-such-charge', signal))
          return outcome.state === 'done' ? ['getCharge answers an unknown id'] : misbehaviour('getCharge', outcome)
        }),
    },
    {
      name: 'a charge can be cancelled',
      run: () =>
        charged(async ({ instance, signal, id }) =>
          failure('cancelCharge', await outcomeOf(() => instance.cancelCharge?.(id, signal))),
        ),
    },
    {
      name: 'a hook names charges and nothing else',
      run: () =>
        withInstance(subject, kind, 'stand-in', async ({ instance }) => {
          const problems: string[] = []
          for (const sample of [...(options.samples?.hooks ?? []), ...oddHooks()]) {
            const outcome = await outcomeOf(() => instance.receiveHook(hookRequest(sample)))
            if (outcome.state !== 'done') problems.push(...failure(sample.name, outcome))
            else problems.push(...shapeProblems(`${sample.name}: charges`, Named, outcome.value.charges))
          }
          return problems
        }),
    },
    ...hookChecks(subject, kind, {
      samples: options.samples?.hooks ?? [],
      forged: options.samples?.forged ?? [],
      names,
    }),
    ...lifeChecks(subject, kind, async (instance, test) => {
      await instance.createCharge(request(), test.ctx.signal)
    }),
    ...callChecks(subject, kind, {
      createCharge: (instance, _, signal) => instance.createCharge(request(), signal),
      getCharge: (instance, _, signal) => instance.getCharge('1', signal),
      cancelCharge: (instance, _, signal) => instance.cancelCharge?.('1', signal),
    }),
  ]
}

const AMOUNT_CENTS = 12_345

const chargeRequest = (methods: ChargeRequest['methods']): ChargeRequest => ({
  id: 'invoice-1-1',
  amountCents: AMOUNT_CENTS,
  currency: 'BRL',
  dueDate: '2026-01-31',
  description: 'January',
  payer: { name: 'Bia Souza', email: 'bia@example.com', document: '52998224725', phone: '5511999990000' },
  methods,
})

function chargeProblems(what: string, charge: unknown): string[] {
  const shape = shapeProblems(what, ChargeShape, charge)
  if (shape.length > 0) return shape
  const { amountCents, pix, boleto, checkoutUrl } = charge as { amountCents: number } & Record<string, unknown>
  return [
    ...(amountCents === AMOUNT_CENTS ? [] : [`${what} is about ${amountCents} cents instead of ${AMOUNT_CENTS}`]),
    ...(pix || boleto || checkoutUrl ? [] : [`${what} cannot be paid: neither pix nor boleto nor checkoutUrl`]),
  ]
}
