import { type StandIn, startStandIn } from '@recado/sdk/testing'

export const TOKEN = 'sample-token'

/** The gateway as its documents describe it. */
export function startProvider(): Promise<StandIn> {
  const charges = new Map<string, object>()
  const ids = new Map<string, string>()
  return startStandIn(({ method, path, headers, json }) => {
    if (headers.authorization !== `Bearer ${TOKEN}`) return { status: 401, json: { error: 'token' } }
    if (method === 'POST' && path === '/charges') {
      const id = ids.get(String(json.key)) ?? `c-${ids.size + 1}`
      ids.set(String(json.key), id)
      charges.set(id, { id, state: 'pending', amount: json.amount, pixCode: `00020126-${id}` })
      return { json: charges.get(id) }
    }
    const id = /^\/charges\/(.+)$/.exec(path)?.[1] ?? ''
    const charge = charges.get(id)
    if (!charge) return null
    if (method === 'DELETE') charges.set(id, { ...charge, state: 'void' })
    return { json: charges.get(id) }
  })
}
