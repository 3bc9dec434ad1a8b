import { type StandIn, startStandIn } from '@recado/sdk/testing'

export const TOKEN = 'sample-token'

/** The provider as its documents describe it. */
export function startProvider(): Promise<StandIn> {
  let calls = 0
  return startStandIn(({ path, headers, json }) => {
    if (headers.authorization !== `Bearer ${TOKEN}`) return { status: 401, json: { error: 'token' } }
    if (path === '/devices') return { json: { device: `device-${json.user}`, token: 'short-lived', seconds: 600 } }
    if (path === '/calls') {
      calls += 1
      return { json: { id: `call-${calls}` } }
    }
    return /^\/calls\/[^/]+\/(end|mute)$/.test(path) ? { json: {} } : null
  })
}
