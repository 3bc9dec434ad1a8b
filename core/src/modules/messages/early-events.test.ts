import type { InboundEvent } from '@recado/sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCompany, type TestCompany } from '../../../test/factories.ts'
import { type Harness, startHarness } from '../../../test/harness.ts'
import { untilHeldUp } from '../../../test/held-up.ts'
import { systemScope } from '../../platform/db/scope.ts'
import { newId } from '../../platform/ids.ts'
import { silentLog } from '../../platform/logger.ts'
import type { ChannelRef } from '../../plugin-host/index.ts'
import { createIntake } from './inbound/intake.ts'
import * as outbound from './outbound/outbound-repo.ts'

let harness: Harness
let company: TestCompany
let channel: ChannelRef
let told: string[]
let push: (...events: InboundEvent[]) => Promise<void>

beforeAll(async () => {
  harness = await startHarness()
  company = await makeCompany(harness.db)
  channel = { tenantId: company.tenantId, channelId: await company.channel(), type: 'fake', addressScope: 0 }
  told = []
  const intake = createIntake({
    uow: harness.db.uow,
    log: silentLog,
    onApplied: (_, events, { results }) =>
      void told.push(...events.map((event, index) => `${event.kind} ${results[index]?.outcome}`)),
  })
  push = (...events) => intake.push(channel, null, events)
})
afterAll(() => harness.close())

const messageOf = (id: string) =>
  harness.db.system.message.findUniqueOrThrow({ where: { tenantId_id: { tenantId: company.tenantId, id } } })

/** A message of ours that the provider has been asked to send. */
async function sending() {
  const ticketId = await company.ticket({ status: 'open' })
  const id = crypto.randomUUID()
  const item = {
    type: 'text',
    sendType: 'chat',
    body: 'oi',
    line: 'oi',
    content: { type: 'text', text: 'oi' } as const,
  }
  await outbound.append(harness.db.uow, company.tenantId, ticketId, [
    { ...item, id, mediaId: null, replyToId: null, userId: null },
  ])
  const delivery = await harness.db.system.delivery.findFirstOrThrow({ where: { messageId: id } })
  await harness.db.system.delivery.updateMany({
    where: { messageId: id },
    data: { state: 'sending', attempt: 1, attemptedAt: new Date() },
  })
  const [party] = await harness.db.owner<{ kind: string; value: string }>(
    'select a.kind, a.value from ticket t join contact_address a on a.tenant_id = t.tenant_id and a.id = t.address_id where t.id = $1',
    [ticketId],
  )
  if (!party) throw new Error('the ticket has no address')
  return { id, deliveryId: delivery.id, party }
}

const sent = (one: { id: string; deliveryId: string }, externalId: string, moreIds: string[] = []) => [
  { id: one.deliveryId, attempt: 1, messageId: one.id, outcome: 'sent' as const, externalId, moreIds },
]
const read = (...externalIds: string[]): InboundEvent => ({
  kind: 'receipt',
  status: 'read',
  externalIds,
  at: Date.now(),
})

const settle = async (results: outbound.Settlement[]) => {
  const turn = { owner: newId(), epoch: 1, results, limit: 0 }
  return (await outbound.turn(harness.db.uow, channel, turn)).changed
}

describe('what is told of a message before its id is known', () => {
  it('is applied when the answer to the send brings the id, further ids included', async () => {
    const one = await sending()
    await push(read('early-2'))
    const settled = await settle(sent(one, 'early-1', ['early-2']))
    expect(settled).toEqual([one.id])
    expect(await messageOf(one.id)).toMatchObject({ status: 'read', externalId: 'early-1' })
    expect(await harness.db.owner('select 1 from parked_event')).toEqual([])
  })

  it('is not lost when both happen at the same moment', async () => {
    const one = await sending()
    let commit = () => {}
    const held = new Promise<void>((done) => {
      commit = done
    })
    let written = () => {}
    const isWritten = new Promise<void>((done) => {
      written = done
    })
    const settling = harness.db.uow.run(systemScope(company.tenantId, 'test'), async (tx) => {
      const results = JSON.stringify(sent(one, 'same-moment'))
      await tx.db
        .$queryRaw`select delivery_settle(${company.tenantId}::int, ${channel.channelId}::int, ${results}::jsonb)::text`
      written()
      await held
    })
    await isWritten
    const pushed = push(read('same-moment'))
    await untilHeldUp(harness.db, pushed)
    commit()
    await Promise.all([settling, pushed])
    expect((await messageOf(one.id)).status).toBe('read')
  })

  it('is applied in its order when the message itself comes', async () => {
    const edit = (text: string): InboundEvent => ({
      kind: 'edit',
      externalId: 'late',
      content: { type: 'text', text },
      at: Date.now(),
    })
    await push(edit('um'))
    await push(edit('dois'))
    const from = { addresses: [{ kind: 'fake', value: 'c-late' }], name: 'Clara' }
    await push({
      kind: 'message',
      externalId: 'late',
      direction: 'in',
      chat: from,
      content: { type: 'text', text: 'zero' },
      at: Date.now(),
    })
    const message = await harness.db.system.message.findFirstOrThrow({ where: { externalId: 'late' } })
    expect(message).toMatchObject({ content: { type: 'text', text: 'dois' } })
    expect(message.editedAt).not.toBeNull()
  })

  it('is applied in one push with the message, in whatever order', async () => {
    const from = { addresses: [{ kind: 'fake', value: 'c-mixed' }], name: 'Mila' }
    await push(
      { kind: 'removal', externalId: 'mixed', at: Date.now() },
      {
        kind: 'message',
        externalId: 'mixed',
        direction: 'in',
        chat: from,
        content: { type: 'text', text: 'zero' },
        at: Date.now(),
      },
    )
    const message = await harness.db.system.message.findFirstOrThrow({ where: { externalId: 'mixed' } })
    expect(message.isDeleted).toBe(true)
    expect(told).toContain('removal applied')
  })

  it('finds the message by the echo that names our own id, before the send is answered', async () => {
    const one = await sending()
    await push(read('echoed'))
    const chat = { addresses: [one.party] }
    const content = { type: 'text' as const, text: 'oi' }
    const echo = {
      kind: 'message' as const,
      externalId: 'echoed',
      direction: 'out' as const,
      chat,
      content,
      at: Date.now(),
    }
    await push({ ...echo, clientId: one.id })
    expect(await messageOf(one.id)).toMatchObject({ externalId: 'echoed', status: 'read' })
    await settle(sent(one, 'echoed'))
    expect((await messageOf(one.id)).status).toBe('read')
  })

  it('reaches the message although the provider only tells up to when it was read', async () => {
    const one = await sending()
    const { kind, value } = one.party
    await push({ kind: 'receipt', status: 'read', chat: { kind, value }, at: Date.now() + 5 })
    await settle(sent(one, 'watermarked'))
    expect((await messageOf(one.id)).status).toBe('read')
  })
})

describe('an echo under an address that nobody knows', () => {
  const echo = (externalId: string, lid: string): InboundEvent => ({
    kind: 'message',
    externalId,
    direction: 'out',
    chat: { addresses: [{ kind: 'lid', value: lid }] },
    content: { type: 'text', text: 'oi' },
    at: Date.now(),
  })
  const ownerOf = async (value: string) =>
    (await harness.db.system.contactAddress.findFirst({ where: { kind: 'lid', value } }))?.contactId ?? null
  const contactOf = async (messageId: string) => {
    const { ticketId } = await messageOf(messageId)
    const key = { tenantId: company.tenantId, id: ticketId }
    return (await harness.db.system.ticket.findUniqueOrThrow({ where: { tenantId_id: key } })).contactId
  }

  it('waits while it may be that of what is being sent, and then tells whose address it is', async () => {
    const one = await sending()
    await push(echo('lid-1', '111'))
    expect([told.at(-1), await ownerOf('111')]).toEqual(['message waiting', null])
    await settle(sent(one, 'lid-1'))
    await push(echo('lid-1', '111'))
    expect([told.at(-1), await ownerOf('111')]).toEqual(['message duplicate', await contactOf(one.id)])
    expect(await harness.db.system.message.count({ where: { externalId: 'lid-1' } })).toBe(1)
  })

  it('makes one of two contacts who turn out to be the same person', async () => {
    const from = { addresses: [{ kind: 'lid', value: '222' }], name: 'Lia' }
    const content = { type: 'text' as const, text: 'oi' }
    await push({ kind: 'message', externalId: 'lid-2', direction: 'in', chat: from, content, at: Date.now() })
    const one = await sending()
    await settle(sent(one, 'lid-3'))
    await push(echo('lid-3', '222'))
    expect(await ownerOf('222')).toBe(await contactOf(one.id))
  })

  it('is the phone’s own message when nothing is being sent, and another person where the kind is known', async () => {
    const one = await sending()
    await settle(sent(one, 'lid-4'))
    await push(echo('lid-4', '444'))
    await push(echo('lid-4', '555'))
    expect([await ownerOf('444'), await ownerOf('555')]).toEqual([await contactOf(one.id), null])
    await push(echo('lid-6', '666'))
    expect([told.at(-1), await ownerOf('666')]).toEqual(['message applied', expect.any(Number)])
  })
})
