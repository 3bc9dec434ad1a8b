import { rm } from 'node:fs/promises'
import { startChild } from '../lib/child.ts'
import { scratchFolder } from '../lib/database.ts'
import { createCaller } from '../lib/load.ts'
import { residentMb } from '../lib/memory.ts'
import { linkPhone, phonesEnv, signIn } from '../lib/phone-channel.ts'
import { startProgram } from '../lib/program.ts'
import { pause } from '../lib/stats.ts'
import type { Options } from '../options.ts'
import type { Report } from '../report.ts'

const SETTLE_MS = 5_000

/** Sessions of unofficial WhatsApp in one process: what each takes while nothing happens on it. */
export async function measureSessions(report: Report, { rounds }: Options): Promise<void> {
  const count = rounds > 1 ? 50 : 10
  const phones = await startChild('clients/phones.ts', {})
  const { url } = await phones.ask<{ url: string }>({ count })
  const folder = await scratchFolder('sessions')
  const program = await startProgram({ RECADO_DATA_DIR: folder, ...phonesEnv(url) })
  const caller = createCaller(program.url)
  try {
    const token = await signIn(caller)
    const connect = async (turn: number) => {
      await phones.ask({ turn })
      await linkPhone(caller, token, `Celular ${turn}`, (scan) => phones.ask({ scan }))
    }
    const started = performance.now()
    await connect(0)
    await pause(SETTLE_MS)
    const one = await residentMb(program.pid)
    for (let turn = 1; turn < count; turn++) await connect(turn)
    await pause(SETTLE_MS)
    const all = await residentMb(program.pid)
    report.add({
      part: 'memory',
      name: 'per idle session of unofficial WhatsApp',
      value: (all - one) / (count - 1),
      unit: 'MB',
      musts: [{ of: 'value', atMost: 15 }],
      note: `${count} sessions in one process of ${Math.round(all)} MB, connected in ${Math.round((performance.now() - started) / 1000)} s`,
    })
  } finally {
    await caller.close()
    phones.stop()
    await program.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
