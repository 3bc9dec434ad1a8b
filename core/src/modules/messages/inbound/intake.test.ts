import type { InboundEvent } from '@recado/sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCompany, type TestCompany } from '../../../../test/factories.ts'
import { type Harness, startHarness } from '../../../../test/harness.ts'
import { silentLog } from '../../../platform/logger.ts'
import { createIntake } from './intake.ts'

let harness: Harness
let company: TestCompany

beforeAll(async () => {
  harness = await startHarness()
  company = await makeCompany(harness.db)
})
afterAll(() => harness.close())

const said = (externalId: string): InboundEvent => ({
  kind: 'message',
  externalId,
  direction: 'in',
  chat: { addresses: [{ kind: 'phone', value: '5511999990000' }], name: 'Ana' },
  content: { type: 'text', text: externalId },
  at: Date.now(),
})

describe('what a provider brings to two nodes at once', () => {
  it('is stored once, in its order, and nothing is put aside for later', async () => {
    const { tenantId } = company
    const channel = { tenantId, channelId: await company.channel(), type: 'fake', addressScope: 0 }
    const outcomes: string[] = []
    const node = () =>
      createIntake({
        uow: harness.db.uow,
        log: silentLog,
        onApplied: (_, __, { results }) => void outcomes.push(...results.map(({ outcome }) => outcome)),
      })
    const [one, other] = [node(), node()]
    await one.push(channel, null, [said('first')])
    outcomes.length = 0
    const ids = Array.from({ length: 30 }, (_, index) => `m${String(index).padStart(2, '0')}`)

    for (const id of ids) await Promise.all([one, other].map((each) => each.push(channel, null, [said(id)])))

    expect(outcomes.toSorted()).toEqual([...ids.map(() => 'applied'), ...ids.map(() => 'duplicate')])
    const stored = await harness.db.system.message.findMany({
      where: { tenantId, channelId: channel.channelId },
      orderBy: { seq: 'asc' },
    })
    expect(stored.map(({ externalId, seq }) => [externalId, seq])).toEqual(
      ['first', ...ids].map((id, index) => [id, index + 1]),
    )
    expect(
      await harness.db.system.ticket.findMany({ where: { tenantId, channelId: channel.channelId } }),
    ).toMatchObject([{ seq: 31, unreadMessages: 31 }])
    expect(await harness.db.system.inbox.count({ where: { tenantId } })).toBe(0)
  })
})

describe('what is imported from before', () => {
  it.each([
    [false, 'closed'],
    [true, 'pending'],
  ])(
    'with keepsOpen %s is in a ticket that is %s, shows its newest message and counts as read',
    async (keepsOpen, status) => {
      const { tenantId } = company
      const channel = { tenantId, channelId: await company.channel(), type: 'fake', addressScope: 0 }
      const intake = createIntake({ uow: harness.db.uow, log: silentLog, onApplied: () => undefined })
      const at = Date.now() - 3 * 24 * 60 * 60_000
      const old = (id: string, minutes: number) => ({
        ...said(id),
        history: true,
        keepsOpen,
        at: at + minutes * 60_000,
      })
      await intake.push(channel, null, [old('before', 0), old('after', 5)])
      const tickets = await harness.db.system.ticket.findMany({ where: { tenantId, channelId: channel.channelId } })
      expect(tickets).toMatchObject([{ status, seq: 2, unreadMessages: 0, lastMessage: 'after', userId: null }])
      expect(tickets[0]?.lastMessageAt.getTime()).toBe(at + 5 * 60_000)
    },
  )
})
