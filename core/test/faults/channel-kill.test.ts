import { afterAll, beforeAll, expect, it } from 'vitest'
import { startDatabase, type TestDatabase } from '../database.ts'
import { eventually, makeRemoteCompany, type RemoteCompany, sendUntilAccepted } from './client.ts'
import { type Line, startLines } from './lines.ts'
import { createProgram, type Program } from './program.ts'

const CONVERSATIONS = 4
/** Questions of each customer. */
const IN = 24
/** So many acknowledged questions, and the program dies with others and with answers under way. */
const KILLS = [16, 56]

let db: TestDatabase
let program: Program
let lines: Line[]
let company: RemoteCompany
let agents: { id: number; token: string }[]
beforeAll(async () => {
  db = await startDatabase()
  lines = await startLines()
  program = await createProgram(db, {
    RECADO_PLUGINS: lines.map(({ type }) => `@recado/plugin-${type}`).join(),
    NODE_ENV: 'development',
    NODE_OPTIONS: `--import ${import.meta.resolve('@recado/plugin-whatsapp-baileys/stand-in/trust')}`,
    ...Object.assign({}, ...lines.map(({ env }) => env)),
  })
  await program.start()
  company = await makeRemoteCompany(program.url)
  agents = await company.agents(2)
}, 90_000)
afterAll(async () => {
  await program.close()
  await Promise.all(lines.map((line) => line.close()))
  await db.close()
})

interface Row {
  ticketId: number
  seq: number
  body: string
  fromMe: boolean
  status: string
}
const stored = (channelId: number) =>
  db.owner<Row>(
    `select ticket_id "ticketId", seq, body, from_me "fromMe", status from message where channel_id = $1
      order by ticket_id, seq`,
    [channelId],
  )

const upTo = (what: string, count: number) => Array.from({ length: count }, (_, index) => `${what} ${index + 1}`)

it.each(['telegram', 'whatsapp-cloud', 'whatsapp-baileys'])(
  '%s: nothing is lost, doubled or out of order when the program is killed twice',
  async (type) => {
    const line = lines.find((one) => one.type === type)
    if (!line) throw new Error('no such line')
    const { id: channelId } = await company.channel(line.type, line.settings, line.scan)
    const names = upTo(`Cliente ${line.type}`, CONVERSATIONS)
    await Promise.all(names.map((name) => line.says(name, 'oi')))
    const conversations = await company.takeOn(names, agents)
    const acknowledged = new Map(names.map((name) => [name, 0]))
    const seen = () => [...acknowledged.values()].reduce((sum, count) => sum + count, 0)

    const nemesis = async () => {
      for (const count of KILLS) {
        await eventually(() => seen() >= count, undefined, 5)
        await program.kill()
        const kept = (await stored(channelId)).filter(({ fromMe, body }) => !fromMe && body !== 'oi')
        expect(kept.length).toBeLessThan(CONVERSATIONS * IN)
        // the twenty seconds pass after which nobody waits for a dead owner
        await db.owner('update lease set expires_at = now() where channel_id = $1', [channelId])
        await program.start()
      }
    }
    await Promise.all([
      nemesis(),
      ...names.map(async (name) => {
        for (const text of upTo('pergunta', IN)) {
          await line.says(name, text)
          acknowledged.set(name, (acknowledged.get(name) ?? 0) + 1)
        }
      }),
      ...conversations.map(async (to) => {
        for (const text of upTo('resposta', line.answers)) await sendUntilAccepted(program.url, to, text)
      }),
    ])

    const rows = await eventually(async () => {
      const found = await stored(channelId)
      const isDone = found.every(({ status }) => status !== 'queued' && status !== 'sending')
      return isDone && found.length >= CONVERSATIONS * (1 + IN + line.answers) ? found : null
    })
    expect(rows).toHaveLength(CONVERSATIONS * (1 + IN + line.answers))
    expect(new Set(rows.map(({ ticketId }) => ticketId)).size).toBe(CONVERSATIONS)
    const taken = line.taken()
    let unsure = 0
    for (const { ticketId, customer } of conversations) {
      const mine = rows.filter((row) => row.ticketId === ticketId)
      expect(mine.map(({ seq }) => seq)).toEqual(mine.map((_, place) => place + 1))
      expect(mine.filter(({ fromMe }) => !fromMe).map(({ body }) => body)).toEqual(['oi', ...upTo('pergunta', IN)])

      const ours = mine.filter(({ fromMe }) => fromMe)
      expect(ours.map(({ body }) => body)).toEqual(upTo('resposta', line.answers))
      const arrived = taken.filter((one) => one.customer === customer).map(({ text }) => text)
      expect(arrived).toEqual(upTo('resposta', line.answers).filter((text) => arrived.includes(text)))
      const [sure, rest] = [
        ours.filter(({ status }) => status !== 'unknown'),
        ours.filter(({ status }) => status === 'unknown'),
      ]
      for (const { body, status } of sure) expect([status === 'failed', arrived.includes(body)]).toEqual([false, true])
      unsure += rest.length
    }
    expect(unsure).toBeLessThanOrEqual(line.isIdempotent ? 0 : KILLS.length * CONVERSATIONS)
  },
  60_000,
)
