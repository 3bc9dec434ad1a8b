import { rm } from 'node:fs/promises'
import type { Bench } from '../bench.ts'
import { startChild } from '../lib/child.ts'
import { scratchFolder } from '../lib/database.ts'
import { familyMb, residentMb } from '../lib/memory.ts'
import { startProgram } from '../lib/program.ts'
import { pause } from '../lib/stats.ts'
import type { Report } from '../report.ts'

/** From nothing to the first 200: on an empty folder, then again. */
export async function measureStarts(report: Report): Promise<void> {
  const folder = await scratchFolder('start')
  try {
    for (const name of ['first start', 'warm start']) {
      const program = await startProgram({ RECADO_DATA_DIR: folder })
      await program.stop()
      report.add({
        part: 'start',
        name: `${name}, embedded database included`,
        value: program.startMs,
        unit: 'ms',
        ...(name === 'warm start' ? { musts: [{ of: 'value', atMost: 2000 }] } : {}),
      })
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Of a program that has just started and has nothing to do. */
export async function measureMemory(bench: Bench): Promise<void> {
  const { node, report, database, company } = bench
  await pause(4000)
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
      name: 'idle process with PostgreSQL',
      value: idle + (await familyMb(database.pid)),
      unit: 'MB',
      musts: [{ of: 'value', atMost: 350 }],
      note: 'shared memory counted once; just seeded, so its cache is full',
    })
  const clients = await startChild('clients/agents.ts', {})
  const people = [...company.agents, ...company.admins]
  await clients.ask({ connect: people.map(({ token }) => ({ url: node.url, token })) })
  await pause(1500)
  const full = await residentMb(node.pid)
  clients.stop()
  report.add({ part: 'memory', name: 'per connected agent', value: ((full - idle) / people.length) * 1024, unit: 'kB' })
}
