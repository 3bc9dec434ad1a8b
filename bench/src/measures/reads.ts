import type { Bench } from '../bench.ts'
import { type Ask, httpLoad } from '../lib/load.ts'
import { medianSample, type Sample } from '../lib/stats.ts'
import type { Must } from '../report.ts'
import type { Person } from '../seed/people.ts'

/** People take turns, since requests per person are limited. */
export const inTurn = (people: Person[]): (() => Person) => {
  let turn = 0
  return () => {
    const person = people[turn++ % people.length]
    if (!person) throw new Error('nobody is there')
    return person
  }
}

interface Comparison {
  name: string
  callers: number
  ours: () => Ask
  bare: () => Ask
  /** Compared by requests per second, or by milliseconds. */
  by: 'rate' | 'time'
  musts?: Must[]
}

const DEFAULT = '/tickets?status[]=open&status[]=pending&pageNumber=1'

export async function measureReads(bench: Bench): Promise<void> {
  const { company, longest } = bench
  const [admin, agent, anybody] = [company.admins, company.agents, [...company.admins, ...company.agents]].map(inTurn)
  if (!admin || !agent || !anybody) return
  const queues = company.queueIds.slice(0, 3).join(',')
  const page = (number: number): Pick<Comparison, 'ours' | 'bare'> => ({
    ours: () => ({
      method: 'GET',
      path: `/messages/${longest.ticketId}?pageNumber=${number}&pageSize=20`,
      token: anybody().token,
    }),
    bare: () => ({ method: 'GET', path: `/page/${longest.ticketId}?to=${longest.messages - (number - 1) * 20}` }),
  })
  const get = (path: string, who: () => Person) => (): Ask => ({ method: 'GET', path, token: who().token })
  const bareList = () => ({ method: 'GET' as const, path: `/list/agent?user=${agent().id}&queues=${queues}` })
  const bareAdmin = () => ({ method: 'GET' as const, path: '/list/admin' })
  const list = { by: 'time' as const, callers: 1, musts: [{ of: 'ratio' as const, atMost: 3 }] }
  const fragments = ['goncalo', 'conceic', '119000012', 'cliente12', 'naldo', 'souza 1']
  let turn = 0
  /** Of every fifth message, and of none but one in sixteen million: the past is walked to its end. */
  const words = { frequent: () => 'comprovante', rare: () => Math.random().toString(16).slice(2, 8).padEnd(6, '0') }
  const search = (name: string, word: () => string, days: number): Comparison => ({
    name: `messages by a ${name} fragment`,
    callers: 1,
    by: 'time',
    ours: () => ({ method: 'GET', path: `/messages-search?searchParam=${word()}`, token: agent().token }),
    bare: () => ({ method: 'GET', path: `/search?q=${word()}&days=${days}` }),
  })
  const fragment = () => encodeURIComponent(fragments[turn++ % fragments.length] ?? '')

  await compare(bench, [
    { name: 'message page 1', callers: 1, by: 'rate', musts: [{ of: 'ratio', atLeast: 0.2 }], ...page(1) },
    { name: 'message page 20', callers: 1, by: 'rate', ...page(20) },
    { name: 'message page 500', callers: 1, by: 'rate', ...page(500) },
    { name: 'message page 1', callers: 32, by: 'rate', musts: [{ of: 'ratio', atLeast: 0.12 }], ...page(1) },
    { name: 'ticket list of an agent, with its count', ours: get(DEFAULT, agent), bare: bareList, ...list },
    { name: 'ticket list of an admin, with its count', ours: get(DEFAULT, admin), bare: bareAdmin, ...list },
    { name: 'ticket list of an admin, all', ours: get(`${DEFAULT}&showAll=true`, admin), bare: bareAdmin, ...list },
    {
      name: 'counts of the tabs, agent',
      ours: get('/user/counttickets', agent),
      bare: bareList,
      by: 'time',
      callers: 1,
    },
    { name: 'ticket list of an agent', ours: get(DEFAULT, agent), bare: bareList, by: 'rate', callers: 8 },
    {
      name: 'contacts by a fragment',
      callers: 1,
      by: 'time',
      musts: [{ of: 'ratio', atMost: 5 }],
      ours: () => ({ method: 'GET', path: `/contacts?searchParam=${fragment()}`, token: agent().token }),
      bare: () => ({ method: 'GET', path: `/contacts?q=${fragment()}` }),
    },
    search('frequent', words.frequent, 3),
    search('rare', words.rare, 400),
  ])
}

/** Rounds of bare and ours in turn, so that both meet the same machine. */
async function compare(bench: Bench, comparisons: Comparison[]): Promise<void> {
  const { options, node, bareUrl, report } = bench
  const samples = comparisons.map(() => ({ ours: [] as Sample[], bare: [] as Sample[] }))
  for (let round = 0; round < options.rounds; round++) {
    for (const [index, { callers, ours, bare }] of comparisons.entries()) {
      const seconds = Math.min(options.seconds, 1.5)
      samples[index]?.bare.push(await httpLoad(bareUrl, callers, seconds, bare))
      samples[index]?.ours.push(await httpLoad(node.url, callers, seconds, ours))
    }
  }
  const found = samples.map(({ ours, bare }) => ({ ours: medianSample(ours), bare: medianSample(bare) }))
  for (const [index, { name, callers, by, musts }] of comparisons.entries()) {
    const sample = found[index]
    if (!sample) continue
    const { ours, bare } = sample
    report.add({
      part: 'reading',
      name: `${name}, ${callers === 1 ? '1 caller' : `${callers} callers`}`,
      value: by === 'rate' ? ours.rate : ours.p50,
      unit: by === 'rate' ? 'req/s' : 'ms',
      p99: ours.p99,
      limit: { name: 'bare HTTP and SQL', value: by === 'rate' ? bare.rate : bare.p50 },
      ...(musts ? { musts } : {}),
    })
  }
  const [first, , deep] = found
  if (first && deep)
    report.add({
      part: 'reading',
      name: 'time of page 500 by that of page 1',
      value: deep.ours.p50 / first.ours.p50,
      unit: '×',
      musts: [{ of: 'value', atMost: 1.2 }],
    })
}
