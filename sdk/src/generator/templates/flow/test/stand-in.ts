import { type StandIn, startStandIn } from '@recado/sdk/testing'

export const TOKEN = 'sample-token'

/** The provider as its documents describe it. */
export function startProvider(): Promise<StandIn> {
  let sessions = 0
  return startStandIn(({ path, headers, json }) => {
    if (headers.authorization !== `Bearer ${TOKEN}`) return { status: 401, json: { error: 'token' } }
    if (path === '/sessions') {
      sessions += 1
      return { json: { session: `s-${sessions}`, texts: [`Olá, ${json.contact}!`, 'Como posso ajudar?'], end: false } }
    }
    const session = /^\/sessions\/(.+)$/.exec(path)?.[1]
    return session ? { json: { session, texts: ['Um atendente já vem.'], end: true } } : null
  })
}
