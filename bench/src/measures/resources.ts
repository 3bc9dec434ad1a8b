import { rm } from 'node:fs/promises'
import type { Bench } from '../bench.ts'
import { startChild } from '../lib/child.ts'
import { openDatabase, postmasterOf, scratchFolder } from '../lib/database.ts'
import { familyMb, residentMb } from '../lib/memory.ts'
import { startBareStack, startProgram } from '../lib/program.ts'
import { median, pause } from '../lib/stats.ts'
import type { Report } from '../report.ts'

/** What a start leaves to be done later has been done by then. */
const IDLE_MS = 4000
const WARM_STARTS = 3

/** From nothing to the first 200: on an empty folder, then again; and what the idle installation takes. */
export async function measureStarts(report: Report): Promise<void> {
  const folder = await scratchFolder('start')
  try {
    const first = await startProgram({ RECADO_DATA_DIR: folder })
    report.add({ part: 'start', name: 'first start, embedded database included', value: first.startMs, unit: 'ms' })
    await first.stop()
    const ours: number[] = []
    const bare: number[] = []
    for (let round = 0; round < WARM_STARTS; round++) {
      bare.push(await bareStart())
      const again = await startProgram({ RECADO_DATA_DIR: folder })
      ours.push(again.startMs)
      await again.stop()
    }
    report.add({
      part: 'start',
      name: 'warm start, embedded database included',
      value: median(ours),
      unit: 'ms',
      limit: { name: 'bare stack on a running database', value: median(bare) },
      musts: [{ of: 'ratio', atMost: 4 }],
    })
    const warm = await startProgram({ RECADO_DATA_DIR: folder })
    await pause(IDLE_MS)
    report.add({
      part: 'memory',
      name: 'idle installation, PostgreSQL included',
      value: (await residentMb(warm.pid)) + (await familyMb(await postmasterOf(folder))),
      unit: 'MB',
      musts: [{ of: 'value', atMost: 350 }],
      note: 'just started, its database small; shared memory counted once',
    })
    await warm.stop()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Milliseconds; the second start, when what it keeps in its database and its cache is there. */
async function bareStart(): Promise<number> {
  const database = await openDatabase(null, false)
  try {
    await (await startBareStack(database.url)).stop()
    const again = await startBareStack(database.url)
    await again.stop()
    return again.startMs
  } finally {
    await database.close()
  }
}

async function bareMemory(databaseUrl: string): Promise<number> {
  const bare = await startBareStack(databaseUrl)
  await pause(IDLE_MS)
  const mb = await residentMb(bare.pid)
  await bare.stop()
  return mb
}

/** Of a program that has just started and has nothing to do. */
export async function measureMemory(bench: Bench): Promise<void> {
  const { node, report, database, company } = bench
  await pause(IDLE_MS)
  const idle = await residentMb(node.pid)
  report.add({
    part: 'memory',
    name: 'idle process',
    value: idle,
    unit: 'MB',
    limit: { name: 'bare stack', value: await bareMemory(database.url) },
    musts: [{ of: 'ratio', atMost: 1.6 }],
    note: `${bench.options.tickets} tickets in the database`,
  })
  if (database.pid !== null)
    report.add({
      part: 'memory',
      name: 'idle process with PostgreSQL just seeded',
      value: idle + (await familyMb(database.pid)),
      unit: 'MB',
      note: 'shared memory counted once; its cache of 128 MB is full',
    })
  const clients = await startChild('clients/agents.ts', {})
  const people = [...company.agents, ...company.admins]
  await clients.ask({ connect: people.map(({ token }) => ({ url: node.url, token })) })
  await pause(1500)
  const full = await residentMb(node.pid)
  clients.stop()
  report.add({ part: 'memory', name: 'per connected agent', value: ((full - idle) / people.length) * 1024, unit: 'kB' })
}
