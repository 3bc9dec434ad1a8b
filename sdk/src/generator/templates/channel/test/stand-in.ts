import { type StandIn, startStandIn } from '@recado/sdk/testing'

export const TOKEN = 'sample-token'

/** The provider as its documents describe it. */
export function startProvider(): Promise<StandIn> {
  const ids = new Map<string, string>()
  return startStandIn(({ method, path, headers, json }) => {
    if (headers.authorization !== `Bearer ${TOKEN}`) return { status: 401, json: { error: 'token' } }
    if (method === 'GET' && path === '/me') return { json: { id: 'account-1', name: 'Sample' } }
    if (method === 'PUT' && path === '/hook') return { json: {} }
    if (method !== 'POST' || path !== '/messages') return null
    const key = String(json.key)
    const id = ids.get(key) ?? `m-${ids.size + 1}`
    ids.set(key, id)
    return { json: { id } }
  })
}
