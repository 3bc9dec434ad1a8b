import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Company, type Person, startApp, type TestApp, type TestChannel } from '../app.ts'
import { inboundText, newPhone, pushEvents } from '../rich-company.ts'
import { eventually } from './client.ts'

const AGENTS = 10
const CUTS_EACH = 100

let one: TestApp
let two: TestApp
let company: Company
let channel: TestChannel
let agents: Person[]
beforeAll(async () => {
  one = await startApp()
  two = await startApp({ db: one.db })
  company = await one.newTenant()
  channel = await company.channel()
  agents = await Promise.all(Array.from({ length: AGENTS }, () => company.user('supervisor')))
})
afterAll(async () => {
  await two.close()
  await one.close()
})

interface Shown {
  id: string
  seq: number
  body: string
}

/** A screen as the browser keeps it: events add what follows on, gaps and reconnections ask for what is missing. */
function createScreen(person: Person, ticketId: number) {
  const shown: Shown[] = []
  let asked = 0
  let live = 0
  let asking: Promise<void> | null = null
  let isStale = false

  const cursor = () => shown.at(-1)?.seq ?? 0
  const ask = async () => {
    for (;;) {
      asked += 1
      const path = `/messages/${ticketId}?after=${cursor()}&pageSize=100`
      const { status, body } = await person.api.get<{ messages: Shown[]; hasMore: boolean }>(path)
      expect(status).toBe(200)
      for (const message of body.messages) if (message.seq === cursor() + 1) shown.push(message)
      if (!body.hasMore) return
    }
  }
  /** One at a time; who asks meanwhile is answered by one more. */
  const refetch = (): Promise<void> => {
    isStale = true
    asking ??= (async () => {
      while (isStale) {
        isStale = false
        await ask()
      }
    })().finally(() => {
      asking = null
    })
    return asking
  }

  return {
    shown,
    refetch,
    counts: () => ({ asked, live }),
    hear(payload: unknown) {
      const { type, payload: message } = payload as { type: string; payload: Shown & { ticketId: number } }
      if (type !== 'chat:create' || message.ticketId !== ticketId || message.seq <= cursor()) return
      if (message.seq > cursor() + 1) {
        void refetch()
        return
      }
      live += 1
      shown.push(message)
    },
  }
}

it(`shows everything after ${AGENTS * CUTS_EACH} forced disconnections while messages flow`, async () => {
  const customer = newPhone()
  const name = `Cliente ${customer}`
  await pushEvents(channel.hookUrl, [inboundText(customer, name, 'oi')])
  const { body } = await company.admin.api.get<{ tickets: { id: number; name: string }[] }>(
    '/tickets?status[]=pending&showAll=true',
  )
  const ticketId = body.tickets.find((ticket) => ticket.name === name)?.id ?? 0

  let cutting = true
  let written = 1
  const writer = async () => {
    while (cutting) {
      const hook = written % 2 === 0 ? channel.hookUrl : channel.hookUrl.replace(one.url, two.url)
      await pushEvents(hook, [inboundText(customer, name, `linha ${written}`)])
      written += 1
    }
  }

  let cuts = 0
  const screens = agents.map((person) => createScreen(person, ticketId))
  const reader = async (person: Person, index: number) => {
    const screen = screens[index]
    if (!screen) return
    for (let round = 0; round <= CUTS_EACH; round++) {
      const socket = await [one, two][(index + round) % 2]?.socket(person.token)
      if (!socket) return
      socket.on(`${company.tenantId}:ticketList`, (payload: unknown) => screen.hear(payload))
      await screen.refetch()
      if (round === CUTS_EACH) return
      // every other time in the middle of the flow, else at once; without a word of goodbye
      if (round % 2 === 0) {
        const seen = socket.received.length
        await eventually(() => socket.received.length > seen)
      }
      socket.io.engine.transport.close()
      socket.disconnect()
      cuts += 1
    }
  }
  const writing = writer()
  await Promise.all(agents.map(reader))
  cutting = false
  await writing

  expect(cuts).toBe(AGENTS * CUTS_EACH)
  expect(written).toBeGreaterThan(100)
  const rows = await one.db.owner<Shown>('select id, seq, body from message where ticket_id = $1 order by seq', [
    ticketId,
  ])
  expect(rows).toHaveLength(written)
  for (const screen of screens) {
    // no help any more: what came after the last reconnection came by itself
    await eventually(() => screen.shown.length >= rows.length)
    expect(screen.shown.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
  }
  expect(screens.reduce((sum, screen) => sum + screen.counts().live, 0)).toBeGreaterThan(0)
}, 120_000)
