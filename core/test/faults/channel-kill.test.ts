import { afterAll, beforeAll, expect, it } from 'vitest'
import { startDatabase, type TestDatabase } from '../database.ts'
import { type Conversation, eventually, makeRemoteCompany, type RemoteCompany, sendUntilAccepted } from './client.ts'
import { type Line, startLines } from './lines/index.ts'
import { createProgram, type Program } from './program.ts'

const CONVERSATIONS = 3
const KILLS = 2
/** So many questions of each channel are acknowledged before the program dies. */
const BEFORE = 12
/** And so many after it is back for good. */
const AFTER = 6
/** Between what one customer, or one agent, writes. */
const PAUSE_MS = 60
const ANSWER_MS = 150

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
    RECADO_EGRESS_ALLOW: lines.flatMap(({ egress }) => (egress ? [new URL(egress).host] : [])).join(),
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

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
const upTo = (what: string, count: number) => Array.from({ length: count }, (_, index) => `${what} ${index + 1}`)

/** A channel with its conversations, in which both sides write all the time. */
async function startTalk(line: Line) {
  const { id: channelId, hookUrl } = await company.channel(line.type, line.settings, line.scan)
  line.connected?.(hookUrl)
  const names = upTo(`Cliente ${line.type}`, CONVERSATIONS)
  const says = (name: string, text: string) =>
    line.says(name, text, async () => {
      const found = await db
        .owner('select 1 from message where channel_id = $1 and body = $2', [channelId, text])
        .catch(() => [])
      return found.length > 0
    })
  await Promise.all(names.map((name) => says(name, `oi de ${name}`)))
  const conversations = await company.takeOn(names, agents)
  const asked = new Map(names.map((name) => [name, 0]))
  const answered = new Map(names.map((name) => [name, 0]))

  return {
    line,
    channelId,
    conversations,
    asked,
    answered,
    /** Questions that were acknowledged. */
    seen: () => [...asked.values()].reduce((sum, count) => sum + count, 0),
    async asks(name: string, isOver: () => boolean) {
      while (!isOver()) {
        const count = (asked.get(name) ?? 0) + 1
        await says(name, `pergunta ${count} de ${name}`)
        asked.set(name, count)
        await pause(PAUSE_MS)
      }
    },
    async answers(to: Conversation, isOver: () => boolean) {
      for (let count = 1; !isOver() && count <= (line.mostAnswers ?? Number.POSITIVE_INFINITY); count++) {
        await sendUntilAccepted(program.url, to, `resposta ${count} a ${to.customer}`)
        answered.set(to.customer, count)
        await pause(ANSWER_MS)
      }
    },
  }
}
type Talk = Awaited<ReturnType<typeof startTalk>>

async function killTwice(talks: Talk[]): Promise<void> {
  for (let kill = 0; kill < KILLS; kill++) {
    const before = talks.map(({ seen }) => seen())
    await eventually(() => talks.every(({ seen }, index) => seen() >= (before[index] ?? 0) + BEFORE), undefined, 5)
    await program.kill()
    // the twenty seconds pass after which nobody waits for a dead owner
    await db.owner('update lease set expires_at = now()')
    await program.start()
  }
  const before = talks.map(({ seen }) => seen())
  await eventually(() => talks.every(({ seen }, index) => seen() >= (before[index] ?? 0) + AFTER))
}

async function expectWhole({ line, channelId, conversations, asked, answered }: Talk): Promise<void> {
  const count = [...asked.values(), ...answered.values()].reduce((sum, one) => sum + one, CONVERSATIONS)
  const rows = await eventually(async () => {
    const found = await stored(channelId)
    const isDone = found.every(({ status }) => status !== 'queued' && status !== 'sending')
    return isDone && found.length >= count ? found : null
  })
  expect(rows, line.type).toHaveLength(count)
  expect(new Set(rows.map(({ ticketId }) => ticketId)).size).toBe(CONVERSATIONS)
  const taken = line.taken()
  let unsure = 0
  for (const { ticketId, customer } of conversations) {
    const mine = rows.filter((row) => row.ticketId === ticketId)
    expect(mine.map(({ seq }) => seq)).toEqual(mine.map((_, place) => place + 1))
    const questions = Array.from({ length: asked.get(customer) ?? 0 }, (_, at) => `pergunta ${at + 1} de ${customer}`)
    expect(mine.filter(({ fromMe }) => !fromMe).map(({ body }) => body)).toEqual([`oi de ${customer}`, ...questions])

    const answers = Array.from({ length: answered.get(customer) ?? 0 }, (_, at) => `resposta ${at + 1} a ${customer}`)
    const ours = mine.filter(({ fromMe }) => fromMe)
    expect(ours.map(({ body }) => body)).toEqual(answers)
    const arrived = taken.filter((one) => one.customer === customer).map(({ text }) => text)
    expect(arrived).toEqual(answers.filter((text) => arrived.includes(text)))
    for (const { body, status } of ours) {
      if (status === 'unknown') unsure += 1
      else expect([body, status === 'failed', arrived.includes(body)]).toEqual([body, false, true])
    }
  }
  expect(unsure, line.type).toBeLessThanOrEqual(line.isIdempotent ? 0 : KILLS * CONVERSATIONS)
}

/** A session of a phone goes at its own pace; all that live from hooks and polling die together. */
it.each([
  ['sessions', (type: string) => type === 'whatsapp-baileys'],
  ['hooks and polling', (type: string) => type !== 'whatsapp-baileys'],
] as const)(
  'channels with %s: nothing is lost, doubled or out of order when the program is killed twice',
  async (_, isMeant) => {
    const talks = await Promise.all(lines.filter(({ type }) => isMeant(type)).map(startTalk))
    let isOver = false
    const over = () => isOver
    const talking = talks.flatMap((talk) =>
      talk.conversations.flatMap((to) => [talk.asks(to.customer, over), talk.answers(to, over)]),
    )
    try {
      await killTwice(talks)
    } finally {
      isOver = true
      await Promise.all(talking)
    }
    for (const talk of talks) await expectWhole(talk)
  },
  150_000,
)
