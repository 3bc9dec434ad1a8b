import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Company, type Person, startApp, type TestApp, type TestChannel, until } from '../app.ts'
import { inboundText, newPhone, pushEvents } from '../rich-company.ts'

const MINUTE = 60_000

interface Ticket {
  id: number
  name: string
  rating: { state: string } | null
}
interface RatingFields {
  ratingEnabled: boolean | null
  ratingMessage: string
  ratingExpiryMessage: string
  ratingIntervalHours: number | null
  ratingWaitMinutes: number | null
}

let app: TestApp
let company: Company
let admin: Person
let plain: TestChannel
let own: TestChannel
beforeAll(async () => {
  app = await startApp()
  company = await app.newTenant()
  admin = company.admin
  plain = await company.channel()
  own = await company.channel('fake', {}, { ratingIntervalHours: 1, ratingWaitMinutes: 20 })
  const settings = {
    ratingEnabled: 'enabled',
    ratingMessage: 'Nota da empresa?',
    ratingIntervalHours: '48',
    ratingWaitMinutes: '10',
    ratingExpiryMessage: 'A empresa agradece.',
  }
  for (const [key, value] of Object.entries(settings)) await admin.api.put(`/settings/${key}`, { key, value })
})
afterAll(() => app.close())

/** Time goes on; whoever was signed in signs in again. */
const passes = async (minutes: number): Promise<void> => {
  app.clock.advance(minutes * MINUTE)
  admin = await app.signIn(admin.email)
}
/** The customer writes on a channel, and the ticket is closed. Answers its id. */
const served = async (channel: TestChannel, phone: string): Promise<number> => {
  const name = `Cliente ${phone}`
  await pushEvents(channel.hookUrl, [inboundText(phone, name, 'Bom dia, e a minha fatura?')])
  const { id } = await until(async () => {
    const { body } = await admin.api.get<{ tickets: Ticket[] }>('/tickets?status[]=pending&showAll=true&pageSize=100')
    return body.tickets.find((ticket) => ticket.name === name)
  })
  await admin.api.put(`/tickets/${id}`, { status: 'open' })
  expect((await admin.api.put(`/tickets/${id}`, { status: 'closed' })).status).toBe(200)
  return id
}
const stateOf = async (id: number) => (await admin.api.get<Ticket>(`/tickets/${id}`)).body.rating?.state ?? null
const saidIn = async (id: number): Promise<string[]> => {
  const { body } = await admin.api.get<{ messages: { fromMe: boolean; body: string }[] }>(`/messages/${id}`)
  return body.messages.filter(({ fromMe }) => fromMe).map((one) => one.body)
}
/** What is due happens now instead of within half a minute. */
const due = () => app.node.services.tickets.work.timing.run(company.tenantId, new AbortController().signal)

describe('a channel’s rules for ratings', () => {
  it('are kept, given back, and may be the company’s again', async () => {
    const path = `/whatsapp/${own.id}`
    const wanted = {
      ratingEnabled: true,
      ratingMessage: 'Nota do canal?',
      ratingExpiryMessage: 'O canal agradece.',
      ratingIntervalHours: 0,
      ratingWaitMinutes: 60,
    }
    expect((await admin.api.get<RatingFields>(path)).body).toMatchObject({
      ratingIntervalHours: 1,
      ratingWaitMinutes: 20,
      ratingExpiryMessage: '',
    })
    expect((await admin.api.put<RatingFields>(path, wanted)).body).toMatchObject(wanted)
    const none = { ...wanted, ratingIntervalHours: null, ratingWaitMinutes: null, ratingExpiryMessage: '' }
    expect((await admin.api.put<RatingFields>(path, none)).body).toMatchObject(none)
    expect((await admin.api.get<RatingFields>(`/whatsapp/${plain.id}`)).body).toMatchObject({
      ratingIntervalHours: null,
      ratingWaitMinutes: null,
    })
    for (const wrong of [
      { ratingIntervalHours: -1 },
      { ratingIntervalHours: 8761 },
      { ratingWaitMinutes: 0 },
      { ratingWaitMinutes: 10_081 },
      { ratingWaitMinutes: 1.5 },
      { ratingExpiryMessage: 'x'.repeat(4097) },
    ])
      expect((await admin.api.put(path, wrong)).status).toBe(400)
    expect((await admin.api.put<RatingFields>(path, wanted)).body).toMatchObject(wanted)
  })

  it('decide how long an answer is waited for, what is said then, and when somebody is asked again', async () => {
    const [elsewhere, here] = [newPhone(), newPhone()]
    const first = await served(plain, elsewhere)
    const second = await served(own, here)
    expect(await saidIn(first)).toEqual(['Nota da empresa?'])
    expect(await saidIn(second)).toEqual(['Nota do canal?'])
    await passes(11)
    await due()
    expect([await stateOf(first), await stateOf(second)]).toEqual(['expired', 'waiting'])
    await passes(50)
    await due()
    expect(await stateOf(second)).toBe('expired')
    expect((await saidIn(first)).at(-1)).toBe('A empresa agradece.')
    expect((await saidIn(second)).at(-1)).toBe('O canal agradece.')
    // the company asks again after two days, this channel each time
    expect(await stateOf(await served(plain, elsewhere))).toBeNull()
    expect(await stateOf(await served(own, here))).toBe('waiting')
  })
})
