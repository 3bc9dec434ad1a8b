import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { startPhones } from '@recado/plugin-whatsapp-baileys/stand-in/phones'
import { openDatabase, scratchFolder } from '../lib/database.ts'
import { createCaller } from '../lib/load.ts'
import { linkPhone, phonesEnv, signIn } from '../lib/phone-channel.ts'
import { type Program, startProgram } from '../lib/program.ts'
import { until } from '../lib/stats.ts'
import type { Options } from '../options.ts'
import type { Report } from '../report.ts'

const SESSIONS = 20
/** Reliability G-07. */
const TAKEOVER_S = 30

/** Two processes share sessions of unofficial WhatsApp, and the one with most of them is killed. */
export async function measureTakeover(report: Report, { keep }: Options): Promise<void> {
  const undo: (() => unknown)[] = []
  try {
    const phones = await startPhones(SESSIONS)
    undo.push(() => phones.close())
    const database = await openDatabase(null, keep)
    undo.push(() => database.close())
    const secret = randomBytes(32).toString('base64')
    const start = async (roles: string): Promise<Program> => {
      const folder = await scratchFolder('takeover')
      undo.push(() => rm(folder, { recursive: true, force: true }))
      const program = await startProgram({
        ...phonesEnv(phones.url),
        DATABASE_URL: database.url,
        RECADO_DATA_DIR: folder,
        RECADO_SECRET_KEY: secret,
        RECADO_PLUGINS: '@recado/plugin-whatsapp-baileys',
        RECADO_ROLES: roles,
      })
      undo.push(() => program.kill())
      return program
    }
    const front = await start('api,worker')
    const keepers = new Map<string, Program>()
    for (let count = 0; count < 2; count++) {
      const keeper = await start('sessions')
      const { rows } = await database.pool.query<{ id: string }>(
        'select id::text from node order by started_at desc limit 1',
      )
      keepers.set(rows[0]?.id ?? '', keeper)
    }
    const caller = createCaller(front.url)
    undo.push(() => caller.close())
    const token = await signIn(caller)
    for (let turn = 0; turn < SESSIONS; turn++) await linkPhone(caller, token, `Celular ${turn}`, phones.scan)

    const owners = async (): Promise<string[]> => {
      const { rows } = await database.pool.query<{ owner: string }>(
        `select l.owner::text from lease l join channel c on c.tenant_id = l.tenant_id and c.id = l.channel_id
          where l.expires_at > now() and c.state = 'connected' and c.type = 'whatsapp-baileys'`,
      )
      return rows.map(({ owner }) => owner)
    }
    const before = await owners()
    const held = (id: string) => before.filter((owner) => owner === id).length
    const [victim = '', survivor = ''] = [...keepers.keys()].sort((a, b) => held(b) - held(a))
    await keepers.get(victim)?.kill()
    const from = performance.now()
    await until(
      'the takeover',
      async () => {
        const now = await owners()
        return (
          now.filter((owner) => owner === survivor).length === SESSIONS && phones.online().every((one) => one === 1)
        )
      },
      4 * TAKEOVER_S * 1000,
    )
    report.add({
      part: 'sessions',
      name: `two processes share ${SESSIONS}, one is killed: until all are connected again`,
      value: (performance.now() - from) / 1000,
      unit: 's',
      musts: [{ of: 'value', atMost: TAKEOVER_S }],
      note: `${held(victim)} were taken over; leases last 20 s`,
    })
  } finally {
    for (const close of undo.reverse()) await close()
  }
}
