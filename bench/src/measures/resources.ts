import { randomBytes } from 'node:crypto'
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
    const whole: number[] = []
    for (let round = 0; round < WARM_STARTS; round++) {
      const again = await startProgram({ RECADO_DATA_DIR: folder })
      whole.push(again.startMs)
      await again.stop()
    }
    report.add({ part: 'start', name: 'warm start, embedded database included', value: median(whole), unit: 'ms' })
    await measureStartAlone(report)
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

/** Both on a running database, each for the second time: what they keep in it and in their caches is there. */
async function measureStartAlone(report: Report): Promise<void> {
  const folder = await scratchFolder('start-alone')
  const [ours, bare] = [await openDatabase(null, false), await openDatabase(null, false)]
  const env = {
    DATABASE_URL: ours.url,
    RECADO_DATA_DIR: folder,
    RECADO_SECRET_KEY: randomBytes(32).toString('base64'),
  }
  const figures = { ours: [] as number[], bare: [] as number[] }
  try {
    for (let round = 0; round <= WARM_STARTS; round++) {
      for (const [name, start] of [
        ['bare', () => startBareStack(bare.url)],
        ['ours', () => startProgram(env)],
      ] as const) {
        const program = await start()
        if (round > 0) figures[name].push(program.startMs)
        await program.stop()
      }
    }
  } finally {
    await ours.close()
    await bare.close()
    await rm(folder, { recursive: true, force: true })
  }
  report.add({
    part: 'start',
    name: 'warm start on a running database',
    value: median(figures.ours),
    unit: 'ms',
    limit: { name: 'bare stack', value: median(figures.bare) },
    musts: [{ of: 'ratio', atMost: 4 }],
  })
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
