import { rm } from 'node:fs/promises'
import { startChild } from '../lib/child.ts'
import { scratchFolder } from '../lib/database.ts'
import { createCaller } from '../lib/load.ts'
import { residentMb } from '../lib/memory.ts'
import { startProgram } from '../lib/program.ts'
import { pause, until } from '../lib/stats.ts'
import type { Options } from '../options.ts'
import type { Report } from '../report.ts'

const LOGIN = { email: 'operador@bench.test', password: 'Ypê-roxo 7 vezes' }
const SETTLE_MS = 5_000

interface Shown {
  id: number
  state: string
  qrcode?: string
}

/** Sessions of unofficial WhatsApp in one process: what each takes while nothing happens on it. */
export async function measureSessions(report: Report, { rounds }: Options): Promise<void> {
  const count = rounds > 1 ? 50 : 10
  const phones = await startChild('clients/phones.ts', {})
  const { url } = await phones.ask<{ url: string }>({ count })
  const folder = await scratchFolder('sessions')
  const program = await startProgram({
    RECADO_DATA_DIR: folder,
    RECADO_ADMIN_EMAIL: LOGIN.email,
    RECADO_ADMIN_PASSWORD: LOGIN.password,
    RECADO_ENDPOINT_WHATSAPP_BAILEYS_WEB: url,
    RECADO_ENDPOINT_WHATSAPP_BAILEYS_MEDIA: url,
    RECADO_ENDPOINT_WHATSAPP_BAILEYS_PICTURES: url,
    NODE_ENV: 'development',
    NODE_OPTIONS: `--import ${import.meta.resolve('@recado/plugin-whatsapp-baileys/stand-in/trust')}`,
  })
  const caller = createCaller(program.url)
  try {
    const { token } = JSON.parse(
      await caller.ask({ method: 'POST', path: '/auth/login', body: JSON.stringify(LOGIN) }),
    ) as { token: string }
    const post = async (path: string, body: object): Promise<Shown> =>
      JSON.parse(await caller.ask({ method: 'POST', path, token, body: JSON.stringify(body) }))
    const connect = async (turn: number) => {
      await phones.ask({ turn })
      const body = { name: `Celular ${turn}`, type: 'whatsapp-baileys', settings: { newContacts: 'off' } }
      const { id } = await post('/whatsapp', body)
      await post(`/whatsappsession/${id}`, {})
      const shows = (state: string) => async () => {
        const shown = JSON.parse(await caller.ask({ method: 'GET', path: `/whatsapp/${id}`, token })) as Shown
        return shown.state === state && shown
      }
      const { qrcode } = await until(`the code of phone ${turn}`, shows('waiting-qr'))
      await phones.ask({ scan: qrcode ?? '' })
      await until(`phone ${turn}`, shows('connected'))
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
