import { addChannel, type Bench } from '../bench.ts'
import type { Heard } from '../clients/agents.ts'
import { startChild } from '../lib/child.ts'
import { createCaller, httpLoad } from '../lib/load.ts'
import { startProgram } from '../lib/program.ts'
import { median, pause } from '../lib/stats.ts'
import { speaker, writers } from './inbound.ts'

const MESSAGES = 100
const CALLERS = 16

/** A second node on the same database. */
export async function measureTwoNodes(bench: Bench): Promise<void> {
  const { node, env, company, report, channel, options } = bench
  const [admin] = company.admins
  if (!admin) return
  const numbers = await writers(bench)
  const otherChannel = await addChannel(node.url, admin, 'fake')
  const second = await startProgram(env)
  try {
    await pause(2000)
    const people = [...company.agents, ...company.admins]
    const clients = await startChild('clients/agents.ts', {})
    await clients.ask({ connect: people.map(({ token }, n) => ({ url: n % 2 ? second.url : node.url, token })) })
    await pause(500)
    await clients.ask({ reset: '"type":"chat:create"' })
    const caller = createCaller(node.url)
    const next = speaker(channel, numbers)
    for (let n = 0; n < MESSAGES; n++) {
      await caller.ask(next())
      await pause(20)
    }
    const heard = await clients.ask<Heard>({ expect: MESSAGES * people.length })
    await caller.close()
    clients.stop()
    report.add({
      part: 'two nodes',
      name: `of ${MESSAGES} messages into one, heard by ${people.length} agents on both`,
      value: (heard.events / MESSAGES / people.length) * 100,
      unit: '%',
      p99: heard.p99,
      musts: [{ of: 'value', atLeast: 100, atMost: 100 }],
      note: `p50 ${heard.p50.toFixed(1)} ms`,
    })

    const half = speaker(otherChannel, numbers)
    const one: number[] = []
    const both: number[] = []
    for (let round = 0; round < options.rounds; round++) {
      one.push((await httpLoad(node.url, CALLERS, options.seconds, next)).rate)
      const samples = await Promise.all([
        httpLoad(node.url, CALLERS / 2, options.seconds, next),
        httpLoad(second.url, CALLERS / 2, options.seconds, half),
      ])
      both.push(samples.reduce((sum, { rate }) => sum + rate, 0))
    }
    report.add({
      part: 'two nodes',
      name: `messages into two nodes, ${CALLERS} callers`,
      value: median(both),
      unit: 'msg/s',
      limit: { name: 'into one of them', value: median(one) },
      note: 'nodes, database and callers share the cores of this machine',
    })
  } finally {
    await second.stop()
  }
}
