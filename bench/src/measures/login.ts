import type { Bench } from '../bench.ts'
import { closedLoop, httpLoad } from '../lib/load.ts'
import { PASSWORD } from '../seed/people.ts'
import { inTurn } from './reads.ts'

const PARALLEL = 8

/** What others feel while eight people sign in. */
export async function measureLogin({ options, report, node, company, longest }: Bench): Promise<void> {
  const anybody = inTurn(company.agents)
  const page = () => ({
    method: 'GET' as const,
    path: `/messages/${longest.ticketId}?pageSize=20`,
    token: anybody().token,
  })
  const idle = await httpLoad(node.url, 1, options.seconds, page)
  let turn = 0
  const signIn = async () => {
    const n = turn++
    const answer = await fetch(`${node.url}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.9.${n >> 8}.${n & 255}` },
      body: JSON.stringify({ email: company.agents[n % company.agents.length]?.email, password: PASSWORD }),
    })
    await answer.text()
    if (answer.status !== 200) throw new Error(`login: ${answer.status}`)
  }
  const [busy, logins] = await Promise.all([
    httpLoad(node.url, 1, options.seconds, page),
    closedLoop(PARALLEL, options.seconds, signIn),
  ])
  report.add({
    part: 'login',
    name: `others' p99 during ${PARALLEL} logins at a time`,
    value: busy.p99,
    unit: 'ms',
    limit: { name: 'idle p99', value: idle.p99 },
    musts: [{ of: 'ratio', atMost: 3 }],
    note: `${logins.rate.toFixed(0)} logins/s, argon2id beside the main thread, both cores taken`,
  })
}
