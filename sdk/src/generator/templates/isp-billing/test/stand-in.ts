import { type StandIn, startStandIn } from '@recado/sdk/testing'

export const TOKEN = 'sample-token'
export const CUSTOMER = { document: '52998224725', phone: '5511999990000' }

/** The billing system as its documents describe it. */
export function startProvider(): Promise<StandIn> {
  const contracts = [{ id: 7, plan: 'Fibra 500', blocked: true }]
  return startStandIn(({ method, path, query, headers }) => {
    if (headers.authorization !== `Bearer ${TOKEN}`) return { status: 401, json: { error: 'token' } }
    if (path === '/customers') {
      const known = query.document === CUSTOMER.document || query.phone === CUSTOMER.phone
      return { json: known ? [{ id: 1, name: 'Bia Souza', document: CUSTOMER.document, contracts }] : [] }
    }
    if (path === '/customers/1/bills') return { json: [{ id: 3, value: '99.90', due: '2026-01-10' }] }
    if (path === '/bills/3') return { json: { pix: '00020126', line: '34191790010104351004791020150008291070026000' } }
    if (method === 'POST' && path === '/contracts/7/unlock') return { json: { until: '2026-01-18' } }
    return null
  })
}
