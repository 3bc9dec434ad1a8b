import { createTestStore } from '@recado/sdk/testing'
import { describe, expect, it } from 'vitest'
import { ALL, type Channel, connected, openChannel, publish, RITA, START, TEAM } from './channel.ts'
import type { StandInGateway } from './stand-in.ts'

const MINUTE = 60_000
const START_OF_ALL = Date.UTC(2026, 0, 15, 12)

/** Reached the phone while nobody took the hook. */
const unheard = (gateway: StandInGateway, text: string, at: number, id?: string) =>
  gateway.payloadOf(RITA, { what: 'text', text }, { at, ...(id ? { id } : {}) })

const texts = ({ messages }: Pick<Channel, 'messages'>) => [
  ...new Set(messages().map(({ content }) => (content.type === 'text' ? content.text : content.type))),
]

async function prepared(vendor: (typeof ALL)[number]) {
  const gateway = await START[vendor]()
  gateway.addPerson(RITA)
  gateway.addGroup(TEAM)
  gateway.world.keepsHistory = true
  const store = createTestStore()
  await store.set('seen', START_OF_ALL - 60 * MINUTE)
  unheard(gateway, 'antes da queda', START_OF_ALL - 90 * MINUTE)
  return { gateway, store }
}

describe.each(ALL)('what %s told while nobody listened', (vendor) => {
  it('is fetched once it can be, as news, and once', async () => {
    const { gateway, store } = await prepared(vendor)
    unheard(gateway, 'durante', START_OF_ALL - 30 * MINUTE)
    const test = await connected(vendor, { gateway, store })
    await test.inbound.waitFor((event) => event.kind === 'message')
    expect(texts(test)).toEqual(['durante'])
    expect(test.messages()[0]?.history).toBeUndefined()
    await gateway.close()
  })

  it('comes before what is told meanwhile in the same chat', async () => {
    const { gateway, store } = await prepared(vendor)
    unheard(gateway, 'antes', START_OF_ALL - 30 * MINUTE)
    const test = await openChannel(vendor, { gateway, store })
    await publish(test)
    gateway.world.webhook = { url: await test.ctx.hookUrl('/in/secret-of-the-webhook'), events: [], raw: {} }
    await gateway.happens(RITA, { what: 'text', text: 'depois' })
    await gateway.happens(RITA, { what: 'text', text: 'no fim' })
    expect(texts(test)).toEqual(['antes', 'depois', 'no fim'])
    await gateway.close()
  })

  it('is fetched as well after a hook that could not be stored', async () => {
    const test = await connected(vendor, {})
    test.gateway.world.keepsHistory = true
    test.acceptWith(() => Promise.reject(new Error('the database is away')))
    await test.gateway.happens(RITA, { what: 'text', text: 'Oi' })
    expect(test.gateway.made.items.at(-1)?.status).toBe(503)
    test.acceptWith(null)
    test.clock.advance(MINUTE)
    await test.inbound.waitFor((event) => event.kind === 'message')
    expect(texts(test)).toEqual(['Oi'])
  })
})

describe('a gateway that keeps nothing', () => {
  it('is told to from now on', async () => {
    const { gateway, store } = await prepared('wuzapi')
    gateway.world.keepsHistory = false
    const test = await connected('wuzapi', { gateway, store })
    await gateway.requests.waitFor(({ path }) => path === '/session/history')
    expect(gateway.requests.items.find(({ path }) => path === '/session/history')?.json).toEqual({ history: 100 })
    expect(test.reports.items.at(-1)?.notices).toBeUndefined()
    await gateway.close()
  })

  it('and cannot is named in the channel', async () => {
    const { gateway, store } = await prepared('wuzapi')
    gateway.fail('/chat/history', { status: 404, json: { error: 'not found' } })
    const test = await connected('wuzapi', { gateway, store })
    const told = await test.reports.waitFor(({ notices }) => notices !== undefined)
    expect(told).toMatchObject({ state: 'connected', notices: [{ level: 'info' }] })
    await gateway.close()
  })
})
