import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { makeCompany, type TestCompany } from '../../../test/factories.ts'
import { startHarness } from '../../../test/harness.ts'
import { MAX_CLOSED_COUNT } from './list-repo.ts'
import type { TicketQuery } from './schemas.ts'
import { createTestTickets, refusalOf } from './testing.ts'

const h = await startHarness()
afterAll(() => h.close())
const t = createTestTickets(h)

let company: TestCompany
let mine: number
let theirs: number
let ana: Awaited<ReturnType<TestCompany['user']>>
let admin: Awaited<ReturnType<TestCompany['user']>>

beforeEach(async () => {
  company = await makeCompany(h.db)
  mine = await company.queue()
  theirs = await company.queue()
  ana = await company.user('user', { queues: [mine] })
  admin = await company.user('admin', { queues: [mine] })
})

const LIVE = ['open', 'pending'] as const
const list = (scope: typeof ana.scope, query: Partial<TicketQuery> = {}) =>
  t.tickets.list(scope, { status: [...LIVE], ...query })
const idsOf = async (scope: typeof ana.scope, query: Partial<TicketQuery> = {}) =>
  (await list(scope, query)).tickets.map(({ id }) => id)
const ago = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 12) - minutes * 60_000)

describe('pages', () => {
  it('go on by cursor or number, each ticket once, equal moments by id', async () => {
    const ids: number[] = []
    for (let index = 0; index < 9; index++)
      ids.push(
        await company.ticket({
          queueId: mine,
          lastMessageAt: ago(Math.floor(index / 3)),
          status: index % 2 ? 'closed' : 'open',
        }),
      )
    const expected = [2, 1, 0, 5, 4, 3, 8, 7, 6].map((index) => ids[index])
    const status: TicketQuery['status'] = ['open', 'pending', 'closed']
    const byCursor: number[] = []
    let cursor: string | null | undefined
    do {
      const page = await list(ana.scope, { status, pageSize: 2, ...(cursor ? { cursor, pageNumber: 3 } : {}) })
      expect(page.count).toBe(9)
      byCursor.push(...page.tickets.map(({ id }) => id))
      cursor = page.nextCursor
      expect(page.hasMore).toBe(cursor !== null)
    } while (cursor)
    expect(byCursor).toEqual(expected)
    const pages = [
      await list(ana.scope, { status, pageSize: 5 }),
      await list(ana.scope, { status, pageSize: 5, pageNumber: 2 }),
    ]
    expect(pages.flatMap(({ tickets }) => tickets.map(({ id }) => id))).toEqual(expected)
    expect(pages.map(({ hasMore }) => hasMore)).toEqual([true, false])
  })

  it('refuse what makes no sense', async () => {
    expect(await refusalOf(t.tickets.list(ana.scope, {}))).toMatchObject({ code: 'ERR_NO_STATUS_SELECTED' })
    expect(await refusalOf(t.tickets.list(ana.scope, { showAll: true }))).toMatchObject({
      code: 'ERR_NO_STATUS_SELECTED',
    })
    expect(await refusalOf(list(ana.scope, { pageNumber: 10_000 }))).toMatchObject({ code: 'ERR_TOO_MANY_PAGES' })
    for (const cursor of ['', 'x', '1.2.3', 'zzzzzzzzzz.zzzzzz', '-1.1'])
      expect(await refusalOf(list(ana.scope, { cursor }))).toMatchObject({ code: 'ERR_VALIDATION' })
  })

  it('carry what a row shows', async () => {
    const contactId = await company.contact({ name: 'Iracema', wallets: [ana.id] })
    await company.tag('VIP', [contactId])
    await company.ticket({ contactId, queueId: mine, userId: ana.id, status: 'open', unreadMessages: 2 })
    const [row] = (await list(ana.scope)).tickets
    expect(row).toMatchObject({
      name: 'Iracema',
      username: 'Benedito Luz',
      unreadMessages: 2,
      whatsapp: { type: 'fake', status: 'CONNECTED' },
      contact: { id: contactId, wallets: [{ id: ana.id }], tags: [{ tag: 'VIP' }] },
      tags: [{ name: 'VIP' }],
    })
  })
})

describe('scope', () => {
  it('is the queues of an agent, and for those who lead everything when they ask for it', async () => {
    const [own, foreign, none] = [
      await company.ticket({ queueId: mine, lastMessageAt: ago(1) }),
      await company.ticket({ queueId: theirs, lastMessageAt: ago(2) }),
      await company.ticket({ status: 'open', lastMessageAt: ago(3) }),
    ]
    expect(await idsOf(ana.scope)).toEqual([own])
    expect(await idsOf(ana.scope, { showAll: true })).toEqual([own])
    expect(await idsOf(admin.scope)).toEqual([own, none])
    expect(await idsOf(admin.scope, { showAll: true })).toEqual([own, foreign, none])
    expect((await t.tickets.list(admin.scope, { showAll: true })).count).toBe(3)
    const newcomer = await company.user('admin')
    expect(await idsOf(newcomer.scope)).toEqual([own, foreign, none])
  })

  it('holds for closed tickets by whatever reason they are seen, each once', async () => {
    const closed = { status: 'closed' } as const
    const walletOf = async (userId: number) => company.contact({ wallets: [userId] })
    const seen = [
      await company.ticket({ ...closed, queueId: mine, userId: ana.id, lastMessageAt: ago(1) }),
      await company.ticket({ ...closed, queueId: theirs, userId: ana.id, lastMessageAt: ago(2) }),
      await company.ticket({ ...closed, queueId: theirs, contactId: await walletOf(ana.id), lastMessageAt: ago(3) }),
      await company.ticket({ ...closed, queueId: mine, contactId: await walletOf(ana.id), lastMessageAt: ago(4) }),
    ]
    const queueless = await company.ticket({ ...closed, lastMessageAt: ago(5) })
    await company.ticket({ ...closed, queueId: theirs })
    expect(await idsOf(ana.scope, { status: ['closed'] })).toEqual(seen)
    expect((await list(ana.scope, { status: ['closed'] })).count).toBe(4)
    expect(await idsOf(admin.scope, { status: ['closed'] })).toEqual([seen[0], seen[3], queueless])
  })
})

describe('filters', () => {
  it('narrow what is seen', async () => {
    await company.channel()
    const tagged = await company.contact()
    const tagId = await company.tag('VIP', [tagged])
    const channelId = await company.channel()
    const unread = await company.ticket({ queueId: mine, unreadMessages: 1, lastMessageAt: ago(1) })
    const assigned = await company.ticket({
      queueId: mine,
      userId: ana.id,
      status: 'open',
      contactId: tagged,
      lastMessageAt: ago(2),
    })
    const waiting = await company.ticket({ lastMessageAt: ago(3), channelId })
    const group = await company.ticket({ queueId: mine, isGroup: true, lastMessageAt: ago(4) })
    const bot = await company.ticket({ chatFlowId: 5, lastMessageAt: ago(5) })
    const is = async (query: Partial<TicketQuery>, ...expected: number[]) => {
      expect(await idsOf(ana.scope, query)).toEqual(expected)
      expect((await list(ana.scope, query)).count).toBe(expected.length)
    }
    await is({}, unread, assigned, waiting, group, bot)
    await is({ status: ['open'] }, assigned)
    await is({ withUnreadMessages: true }, unread)
    await is({ isNotAssignedUser: true }, unread, waiting, group, bot)
    await is({ includeNotQueueDefined: false }, unread, assigned, group)
    await is({ queuesIds: [mine], includeNotQueueDefined: true }, unread, assigned, group)
    await is({ queuesIds: [theirs] })
    await is({ queueIds: `[${theirs}]` })
    await is({ queueIds: `[${mine}, ${theirs}]`, includeNotQueueDefined: true }, unread, assigned, group)
    await is({ tagsIds: [tagId] }, assigned)
    await is({ whatsappIds: [channelId] }, waiting)
    await is({ contactId: tagged }, assigned)
    await is({ isGroup: true }, group)
    await is({ isGroup: false, inBot: false }, unread, assigned, waiting)
    await is({ inBot: true }, bot)
    await is({ useradmId: ana.id }, assigned)
    await is({ useradmId: admin.id }, unread, assigned, waiting, group, bot)
    expect(await idsOf(admin.scope, { useradmId: ana.id, showAll: true })).toEqual([assigned])
  })

  it('count the tabs, groups and flows apart', async () => {
    for (const more of [
      { status: 'open', userId: ana.id },
      { status: 'open', isGroup: true },
      { status: 'pending' },
      { status: 'pending', chatFlowId: 5, queueId: null },
      { status: 'open', chatFlowId: 5, queueId: null },
      { status: 'pending', isGroup: true, chatFlowId: 5, queueId: null },
      { status: 'closed' },
      { status: 'closed', isGroup: true },
    ] as const)
      await company.ticket({ queueId: mine, ...more })
    await company.ticket({ queueId: theirs })
    expect(await t.tickets.counts(ana.scope, {})).toEqual({
      open: 1,
      pending: 1,
      closed: 1,
      snoozed: 0,
      chatbot: 1,
      groups: 2,
    })
    expect(await t.tickets.counts(ana.scope, { useradmId: ana.id })).toEqual({
      open: 1,
      pending: 0,
      closed: 0,
      snoozed: 0,
      chatbot: 0,
      groups: 0,
    })
    expect((await t.tickets.counts(admin.scope, { showAll: true })).pending).toBe(2)
  })

  it('count closed tickets up to a limit', async () => {
    const contactId = await company.contact()
    const channelId = await company.channel()
    await h.db.owner(
      `insert into ticket (tenant_id, protocol, status, contact_id, channel_id, address_id, queue_id)
       select $1, 'p', 'closed', $2, $3, (select id from contact_address where tenant_id = $1 and contact_id = $2), $4
         from generate_series(1, 1005)`,
      [company.tenantId, contactId, channelId, mine],
    )
    const page = await list(ana.scope, { status: ['closed'], pageNumber: 34 })
    expect([page.count, page.tickets.length, page.hasMore]).toEqual([MAX_CLOSED_COUNT, 15, false])
  })
})

describe('search', () => {
  it('finds by a part of the name without its accents, number, e-mail, ticket id or protocol', async () => {
    const contactId = await company.contact({
      name: 'Conceição 100%',
      number: '5511987654321',
      email: 'ceica@exemplo.com.br',
    })
    const found = await company.ticket({ contactId, queueId: mine, status: 'open', lastMessageAt: ago(1) })
    const before = await company.ticket({ contactId, queueId: mine, status: 'closed', lastMessageAt: ago(2) })
    await company.ticket({ queueId: mine })
    await company.ticket({ contactId, channelId: await company.channel(), queueId: theirs })
    const protocol = `20260101120000${before}`
    await h.db.owner('update ticket set protocol = $1 where id = $2', [protocol, before])
    const status: TicketQuery['status'] = ['open', 'pending', 'closed']
    const search = (searchParam: string) => idsOf(ana.scope, { status, searchParam })
    for (const text of ['conceicao', ' ÇÃO ', '100%', '+55 (11) 98765-4321', '7654', 'ceica@EXEMPLO'])
      expect(await search(text)).toEqual([found, before])
    expect(await search(String(before))).toContain(before)
    expect(await search(protocol)).toEqual([before])
    expect(await search(`20260101120001${before}`)).toEqual([])
    for (const text of ['%', '_onceicao', 'conceicao%', '99999999999999999999', "' or true"])
      expect(await search(text)).toEqual(text === '%' ? [found, before] : [])
    expect((await list(ana.scope, { status, searchParam: 'conceicao' })).count).toBe(2)
    expect(await t.tickets.counts(ana.scope, { searchParam: 'conceicao' })).toMatchObject({ open: 1, closed: 1 })
  })

  it('by number is not for those from whom numbers are hidden, nor are numbers shown', async () => {
    await company.setting('hidePhoneNumbers', 'enabled')
    const number = '5511987654321'
    const named = await company.contact({ name: 'Iracema', number, email: 'i@exemplo.com' })
    const nameless = await company.contact({ name: '+55 11 98888-7777', number: '5511988887777' })
    const id = await company.ticket({ contactId: named, queueId: mine, lastMessageAt: ago(1) })
    const other = await company.ticket({ contactId: nameless, queueId: mine, lastMessageAt: ago(2) })
    const search = (scope: typeof ana.scope, searchParam: string) => idsOf(scope, { searchParam })
    expect(await search(ana.scope, '98765')).toEqual([])
    expect(await search(ana.scope, '8888')).toEqual([])
    expect(await search(ana.scope, 'iracema')).toEqual([id])
    expect(await search(ana.scope, 'i@exemplo')).toEqual([id])
    expect(await search(admin.scope, '98765')).toEqual([id])
    expect(await search(admin.scope, '8888')).toEqual([other])
    expect(JSON.stringify(await list(ana.scope))).not.toMatch(/98765|8888/)
    expect(JSON.stringify(await t.tickets.get(ana.scope, id))).not.toMatch(/98765/)
    expect(JSON.stringify(await list(admin.scope))).toMatch(/5511987654321/)
  })
})
