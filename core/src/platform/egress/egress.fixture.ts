import { afterEach } from 'vitest'
import { silentLog } from '../logger.ts'
import { createEgress } from './egress.ts'
import { endpointsOf } from './endpoints.ts'
import { createPolicy, type Resolver } from './policy.ts'
import { type StandIn, startStandIn } from './stand-in.fixture.ts'

/** What has to be closed after a test. */
export const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

export const standIn: typeof startStandIn = async (...given) => {
  const one = await startStandIn(...given)
  open.push(one.close)
  return one
}

/** An egress whose names all lead to this machine. */
export function egress(options: { allow?: string; resolver?: Resolver } = {}) {
  const one = createEgress({
    policy: createPolicy({ resolver: async () => ['127.0.0.1'], ...options }),
    log: silentLog,
  })
  open.push(() => one.close())
  return one
}

/** What a plugin's endpoint `api` is when the operator sent it to this server. */
export const operators = (server: StandIn, path = '') =>
  endpointsOf('my-bot', { api: 'https://api.example.com' }, { RECADO_ENDPOINT_MY_BOT_API: `${server.url}${path}/` })

export const codeOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work
    return 'no error'
  } catch (error) {
    return (error as { code: string }).code
  }
}
