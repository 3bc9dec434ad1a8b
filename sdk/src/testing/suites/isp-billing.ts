import { Type } from 'typebox'
import type { IspBill, IspBillCopy, IspBillingInstance, IspCustomer } from '../../contributions/isp-billing.ts'
import { type Kind, withInstance } from '../bench.ts'
import { type Calls, callChecks } from '../checks/calls.ts'
import { declarationChecks } from '../checks/common.ts'
import { lifeChecks } from '../checks/life.ts'
import { shapeProblems } from '../checks/step.ts'
import { createTestContext, type TestContext } from '../context/test-context.ts'
import { describeError, failure, outcomeOf } from '../outcome.ts'
import { type ConformanceOptions, subjectOf } from '../subject.ts'
import { type Check, registerChecks } from '../test-api.ts'

const Customers = Type.Array(
  Type.Object({
    id: Type.String({ minLength: 1 }),
    name: Type.String({ minLength: 1 }),
    document: Type.String(),
    contracts: Type.Array(
      Type.Object({
        id: Type.String({ minLength: 1 }),
        name: Type.String(),
        status: Type.Enum(['active', 'blocked', 'reduced', 'cancelled']),
      }),
    ),
  }),
)
const Bills = Type.Array(
  Type.Object({
    id: Type.String({ minLength: 1 }),
    amountCents: Type.Integer({ minimum: 0 }),
    dueDate: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
    overdue: Type.Boolean(),
  }),
)
const Unlock = Type.Object({ until: Type.String({ minLength: 1 }), message: Type.Optional(Type.String()) })

export interface IspBillingOptions extends ConformanceOptions {
  /** A customer the stand-in knows, with at least one contract and one open bill. */
  customer: { document: string; phone?: string }
  /** A document it does not know. */
  unknownDocument: string
}

/** Proves an ISP billing system against the contract. */
export function ispBillingConformance(options: IspBillingOptions): void {
  registerChecks(options.api, `ISP billing ${options.type} keeps the contract`, ispBillingChecks(options))
}

/** The same rules without a test runner. */
export function ispBillingChecks(options: Omit<IspBillingOptions, 'api'>): Check[] {
  const subject = { ...options, ...subjectOf('ispBilling', options) }
  const kind: Kind<TestContext, IspBillingInstance> = {
    context: createTestContext,
    open: (test) => subject.definition().open(test.ctx),
    shut: async (instance) => instance.close?.(),
  }
  const found = (check: (run: Found) => Promise<string[]>) =>
    withInstance(subject, kind, 'stand-in', async ({ instance, test, signal }) => {
      try {
        const [customer] = await instance.findCustomers({ document: options.customer.document }, signal)
        if (!customer) return ['the sample customer is not found']
        const bills = await instance.openBills({ id: customer.id }, signal)
        return await check({ instance, test, signal, customer, bills })
      } catch (error) {
        return [`looking up the sample failed with ${describeError(error)}`]
      }
    })

  return [
    ...declarationChecks(subject),
    {
      name: 'trustUnlock is declared where its method exists, and only there',
      run: () =>
        withInstance(subject, kind, 'stand-in', async ({ instance }) => {
          const { trustUnlock } = subject.definition().features
          const present = typeof instance.trustUnlock === 'function'
          return trustUnlock === present ? [] : [`trustUnlock is declared ${trustUnlock} and present ${present}`]
        }),
    },
    {
      name: 'a customer is found by document, by phone where declared, and nobody by an unknown one',
      run: () =>
        withInstance(subject, kind, 'stand-in', async ({ instance, signal }) => {
          const { features } = subject.definition()
          const { document, phone } = options.customer
          const queries = [{ document }, ...(features.findByPhone && phone ? [{ phone }] : [])]
          const problems = features.findByPhone && !phone ? ['give the phone of the sample customer'] : []
          for (const query of queries) {
            const outcome = await outcomeOf(() => instance.findCustomers(query, signal))
            if (outcome.state !== 'done') problems.push(...failure('findCustomers', outcome))
            else problems.push(...shapeProblems('the customers', Customers, outcome.value), ...nobody(outcome.value))
          }
          const none = await outcomeOf(() => instance.findCustomers({ document: options.unknownDocument }, signal))
          if (none.state !== 'done') return [...problems, ...failure('findCustomers, unknown,', none)]
          return none.value.length === 0 ? problems : [...problems, 'somebody is found by an unknown document']
        }),
    },
    {
      name: 'open bills are listed in cents',
      run: () =>
        found(async ({ bills }) => [
          ...shapeProblems('the bills', Bills, bills),
          ...(bills.length > 0 ? [] : ['the sample customer has no open bill']),
        ]),
    },
    {
      name: 'the copy of a bill carries what the features promise',
      run: () =>
        found(async ({ instance, test, signal, bills }) => {
          const outcome = await outcomeOf(() => instance.billCopy(bills[0]?.id ?? '', signal))
          return outcome.state === 'done' ? copyProblems(subject, outcome.value, test) : failure('billCopy', outcome)
        }),
    },
    {
      name: 'a blocked contract is unlocked on trust',
      run: () =>
        found(async ({ instance, signal, customer }) => {
          const outcome = await outcomeOf(() => instance.trustUnlock?.(customer.contracts[0]?.id ?? '', 3, signal))
          if (outcome.state !== 'done') return failure('trustUnlock', outcome)
          return outcome.value === undefined ? [] : shapeProblems('the answer', Unlock, outcome.value)
        }),
    },
    ...lifeChecks(subject, kind, async (instance, test) => {
      await instance.findCustomers({ document: options.customer.document }, test.ctx.signal)
    }),
    ...callChecks(subject, kind, ispCalls(options.customer.document)),
  ]
}

interface Found {
  instance: IspBillingInstance
  test: TestContext
  signal: AbortSignal
  customer: IspCustomer
  bills: IspBill[]
}

const nobody = (customers: IspCustomer[]) => (customers.length > 0 ? [] : ['the sample customer is not found'])

function copyProblems(
  subject: ReturnType<typeof subjectOf<'ispBilling'>>,
  copy: IspBillCopy,
  test: TestContext,
): string[] {
  const { pix, boleto, pdf } = subject.definition().features
  return [
    ...(pix && !copy.pix ? ['pix is promised and missing'] : []),
    ...(boleto && !copy.barcode ? ['boleto is promised and the barcode is missing'] : []),
    ...(pdf && !copy.url && !copy.mediaId ? ['pdf is promised and missing'] : []),
    ...(copy.mediaId && !test.media.files.has(copy.mediaId) ? ['the copy names a file that was not stored'] : []),
  ]
}

const ispCalls = (document: string): Calls<TestContext, IspBillingInstance> => ({
  findCustomers: (instance, _, signal) => instance.findCustomers({ document }, signal),
  openBills: (instance, _, signal) => instance.openBills({ id: '1' }, signal),
  billCopy: (instance, _, signal) => instance.billCopy('1', signal),
  trustUnlock: (instance, _, signal) => instance.trustUnlock?.('1', 3, signal),
})
