import { type StandIn, startStandIn } from '@recado/sdk/testing'

export const TOKEN = 'sample-token'

/** The provider as its documents describe it. */
export function startProvider(): Promise<StandIn> {
  return startStandIn(({ path, headers, json }) => {
    if (headers.authorization !== `Bearer ${TOKEN}`) return { status: 401, json: { error: 'token' } }
    if (path === '/models') return { json: [{ id: 'standard', name: 'Standard' }] }
    if (path !== '/chat') return null
    return { json: { text: 'Olá!', model: json.model, finish: 'stop', tokens: { in: 3, out: 2 } } }
  })
}
