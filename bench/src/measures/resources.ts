import { rm } from 'node:fs/promises'
import type { Bench } from '../bench.ts'
import { startChild } from '../lib/child.ts'
import { postmasterOf, scratchFolder } from '../lib/database.ts'
import { familyMb, residentMb } from '../lib/memory.ts'
import { startProgram } from '../lib/program.ts'
import { pause } from '../lib/stats.ts'
import type { Report } from '../report.ts'

/** What a start leaves to be done later has been done by then. */
const IDLE_MS = 4000

/** From nothing to the first 200: on an empty folder, then again; and what the idle installation takes. */
export async function measureStarts(report: Report): Promise<void> {
  const folder = await scratchFolder('start')
  try {
    const first = await startProgram({ RECADO_DATA_DIR: folder })
    report.add({ part: 'start', name: 'first start, embedded database included', value: first.startMs, unit: 'ms' })
    await first.stop()
    const warm = await startProgram({ RECADO_DATA_DIR: folder })
    report.add({
      part: 'start',
      name: 'warm start, embedded database included',
      value: warm.startMs,
      unit: 'ms',
      musts: [{ of: 'value', atMost: 2000 }],
    })
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
    musts: [{ of: 'value', atMost: 190 }],
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
