import { type StandIn, startStandIn, TEST_NOW } from '@recado/sdk/testing'
import { isSigned } from '../src/signature.ts'

export const SECRET = 'shared-secret-of-the-test'

/** The tenant's own system: checks signatures and absorbs repeats. */
export function startSystem(): Promise<StandIn> {
  const ids = new Map<string, string>()
  return startStandIn((request) => {
    if (request.method === 'GET' && request.path === '/photo.png') {
      return { headers: { 'content-type': 'image/png' }, body: new Uint8Array([0x89, 0x50, 0x4e, 0x47]) }
    }
    if (request.method !== 'POST' || request.path !== '/inbox') return null
    if (!isSigned(request, SECRET, TEST_NOW)) return { status: 401, json: {} }
    if (request.json.type === 'ping') return { json: {} }
    if (request.json.to === 'nobody') return { status: 422, json: {} }
    const key = String(request.headers['idempotency-key'])
    const id = ids.get(key) ?? `m-${ids.size + 1}`
    ids.set(key, id)
    return { json: { id } }
  })
}
