import type { InstanceContext } from '../context.ts'
import type { IspBillingDefinition, IspBillingInstance } from '../contributions/isp-billing.ts'
import isp from '../generator/templates/isp-billing/src/index.ts'
import * as provider from '../generator/templates/isp-billing/test/stand-in.ts'
import { withContribution, withInstance } from './broken.fixture.ts'
import { prove } from './prove.fixture.ts'
import { ispBillingChecks } from './suites/isp-billing.ts'

const ispWith = (
  change: (good: IspBillingInstance) => { [K in keyof IspBillingInstance]?: IspBillingInstance[K] | undefined },
) => withInstance<InstanceContext, IspBillingInstance>(isp, change)
const FIND = 'a customer is found by document, by phone where declared, and nobody by an unknown one'
const customer = { customer: provider.CUSTOMER, unknownDocument: '11144477735' }

prove({
  kind: 'isp-billing',
  provider: provider,
  sound: isp,
  checks: (options) => ispBillingChecks({ ...options, ...customer }),
  broken: [
    [
      'an unlock without its method',
      ispWith(() => ({ trustUnlock: undefined })),
      'trustUnlock is declared where its method exists, and only there',
      'declared true and present false',
    ],
    ['a customer nobody finds', ispWith(() => ({ findCustomers: async () => [] })), FIND, 'is not found'],
    [
      'somebody for every document',
      ispWith((good) => ({ findCustomers: (_, signal) => good.findCustomers(provider.CUSTOMER, signal) })),
      FIND,
      'by an unknown document',
    ],
    [
      'bills in reais',
      ispWith(() => ({
        openBills: async () => [{ id: '1', amountCents: 99.9, dueDate: '2026-01-10', overdue: false }],
      })),
      'open bills are listed in cents',
      'integer',
    ],
    [
      'a date of its own',
      ispWith(() => ({ openBills: async () => [{ id: '1', amountCents: 1, dueDate: '10/01/2026', overdue: false }] })),
      'open bills are listed in cents',
      'dueDate',
    ],
    [
      'a copy without its pix code',
      ispWith(() => ({ billCopy: async () => ({ barcode: '1' }) })),
      'the copy of a bill carries what the features promise',
      'pix is promised',
    ],
    [
      'a PDF that is promised',
      withContribution<IspBillingDefinition>(isp, ({ features }) => ({ features: { ...features, pdf: true } })),
      'the copy of a bill carries what the features promise',
      'pdf is promised',
    ],
    [
      'an unlock without an end',
      ispWith(() => ({ trustUnlock: async () => ({ until: '' }) })),
      'a blocked contract is unlocked on trust',
      '/until',
    ],
  ],
})
