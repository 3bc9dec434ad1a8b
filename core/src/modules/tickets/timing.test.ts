import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { startHarness } from '../../../test/harness.ts'
import { startTicketLife, type TicketLife } from '../../../test/ticket-life.ts'

const h = await startHarness()
afterAll(() => h.close())

let life: TicketLife
beforeEach(async () => {
  life = await startTicketLife(h)
})

const accepted = async (who: string) => {
  const { ana } = life.people
  const id = await life.says(who)
  await life.tickets.update(ana.scope, id, { status: 'open' })
  return id
}
const ticketOf = (id: number) => life.tickets.get(life.people.admin.scope, id)

describe('a ticket put aside', () => {
  it('comes back when its time has come, not before, with the name of whoever wants it', async () => {
    const { ana } = life.people
    const id = await accepted('Iracema')
    await life.answers(id)
    const aside = await life.tickets.update(ana.scope, id, { status: 'pending', snoozeMinutes: 60, rememberMe: true })
    expect(aside).toMatchObject({ status: 'pending', userId: null, rememberedUser: { id: ana.id, name: 'Ana Reis' } })
    expect(aside.snoozedUntil).toBeGreaterThan(h.clock.now() + 59 * 60_000)
    const counts = () => life.tickets.counts(ana.scope, {})
    expect(await counts()).toMatchObject({ pending: 0, snoozed: 1 })

    life.passes(59)
    expect(await life.timers()).toBe(false)
    life.passes(2)
    expect(await life.timers()).toBe(true)
    expect(await ticketOf(id)).toMatchObject({
      status: 'pending',
      snoozedUntil: null,
      rememberedUser: { id: ana.id },
    })
    expect(await counts()).toMatchObject({ pending: 1, snoozed: 0 })
    expect((await life.log(id)).slice(0, 3)).toEqual([
      ['access', 'person'],
      ['woken', 'timer'],
      ['snoozed', 'person', expect.stringContaining('T')],
    ])
    expect(life.events.filter(({ payload }) => 'type' in payload && payload.type === 'notification:new')).toHaveLength(
      1,
    )
    expect(await life.timers()).toBe(false)
    expect((await life.tickets.update(life.people.bia.scope, id, { status: 'open' })).rememberedUser).toBeNull()
  })

  it('comes back at once when the customer writes, and when somebody takes it back', async () => {
    const { ana } = life.people
    const id = await accepted('Iracema')
    await life.tickets.update(ana.scope, id, { status: 'pending', snoozeMinutes: 14_400 })
    expect(await life.says('Iracema', 'Ainda estou aqui')).toBe(id)
    expect(await ticketOf(id)).toMatchObject({ status: 'pending', snoozedUntil: null })
    expect((await life.log(id))[1]).toEqual(['woken', 'customer'])

    await life.tickets.update(ana.scope, id, { status: 'pending', snoozeMinutes: 10 })
    const back = await life.tickets.update(ana.scope, id, { status: 'pending' })
    expect(back).toMatchObject({ status: 'pending', snoozedUntil: null })
    life.passes(20)
    expect(await life.timers()).toBe(false)
  })
})

describe('a ticket that is forgotten', () => {
  const minutes = (table: string, id: number, values: Record<string, number | null>) =>
    h.db.owner(`update ${table} set ${Object.keys(values).map((name, at) => `${name} = $${at + 2}`)} where id = $1`, [
      id,
      ...Object.values(values),
    ])

  it('goes back to the queue when the agent is slow: the queue’s minutes before the channel’s before the company’s', async () => {
    const slow = await accepted('Iracema')
    expect(await life.timers()).toBe(false)
    await life.company.setting('autoPendingMinutes', '10')
    await minutes('channel', life.channelId, { auto_pending_minutes: 30 })
    life.passes(20)
    expect(await life.timers()).toBe(false)
    await minutes('queue', life.queueId, { auto_pending_minutes: 0 })
    life.passes(20)
    expect(await life.timers()).toBe(false)
    await minutes('queue', life.queueId, { auto_pending_minutes: 40 })
    expect(await life.timers()).toBe(true)
    expect(await ticketOf(slow)).toMatchObject({ status: 'pending', userId: null })
    expect((await life.log(slow))[1]).toEqual(['autoPending', 'timer'])
    // whoever takes it now has as long as everybody
    await life.tickets.update(life.people.bia.scope, slow, { status: 'open' })
    expect(await life.timers()).toBe(false)
    life.passes(41)
    expect(await life.timers()).toBe(true)
  })

  it('is closed when the customer is silent, with the channel’s words, and never while the customer waits', async () => {
    await minutes('channel', life.channelId, { auto_close_minutes: 30 })
    await h.db.owner('update channel set auto_close_message = $2, rating_enabled = true where id = $1', [
      life.channelId,
      'Até logo, {{name}}',
    ])
    const silent = await accepted('Iracema')
    const waiting = await accepted('Jurema')
    const pending = await life.says('Moema')
    await life.answers(silent)
    life.passes(31)
    expect(await life.timers()).toBe(true)
    expect((await ticketOf(silent)).status).toBe('closed')
    expect((await ticketOf(waiting)).status).toBe('open')
    expect((await ticketOf(pending)).status).toBe('pending')
    expect(life.texts).toEqual([{ ticketId: silent, text: 'Até logo, Iracema' }])
    expect((await life.log(silent))[1]).toEqual(['autoCloseInactive', 'timer'])
    // nobody asks for a rating: who comes back is heard
    expect(await life.says('Iracema', 'Oi')).not.toBe(silent)
  })

  it('is not lost to a message that comes while it is being closed: it stays open, or another one opens', async () => {
    await minutes('channel', life.channelId, { auto_close_minutes: 30 })
    const names = Array.from({ length: 12 }, (_, at) => `Cliente ${at}`)
    const ids = await Promise.all(names.map(accepted))
    await Promise.all(ids.map((id) => life.answers(id)))
    life.passes(31)
    const [, ...heard] = await Promise.all([life.timers(), ...names.map((name) => life.says(name, 'Voltei'))])
    for (const [at, id] of ids.entries()) {
      const said = heard[at] ?? 0
      const ticket = await ticketOf(said)
      expect(ticket.status).toBe(said === id ? 'open' : 'pending')
      expect(ticket.unreadMessages).toBeGreaterThan(0)
      expect((await ticketOf(id)).status).toBe(said === id ? 'open' : 'closed')
    }
  })
})

describe('a rating', () => {
  const closedBy = async (who: string, more = {}) => {
    const id = await accepted(who)
    await life.answers(id)
    life.texts.length = 0
    await life.tickets.update(life.people.ana.scope, id, { status: 'closed', ...more })
    return id
  }
  const ratingOf = async (id: number) => (await ticketOf(id)).rating
  beforeEach(async () => {
    await life.company.setting('ratingEnabled', 'enabled')
    await life.company.setting('ratingIntervalHours', '0')
    await life.company.setting('ratingMessage', 'De 1 a 5, {{firstName}}?')
    await life.company.setting('ratingThanksMessage', 'Valeu!')
    await life.company.setting('ratingInvalidMessage', 'Só de 1 a 5')
  })

  it('is asked for after the farewell, taken once, thanked for, and shown', async () => {
    await h.db.owner(`update channel set farewell_message = 'Tchau' where id = $1`, [life.channelId])
    const id = await closedBy('Iracema')
    expect(life.texts.map(({ text }) => text)).toEqual(['Tchau', 'De 1 a 5, Iracema?'])
    expect(await ratingOf(id)).toMatchObject({ state: 'waiting', score: null })
    expect(await life.says('Iracema', 'Nota 5!')).toBe(id)
    await life.hears('ratingReplies')
    await life.hears('ratingReplies')
    expect(life.texts.slice(2)).toEqual([{ ticketId: id, text: 'Valeu!' }])
    expect(await ticketOf(id)).toMatchObject({
      status: 'closed',
      unreadMessages: 0,
      waitingSince: null,
      rating: { state: 'answered', score: 5 },
    })
    expect((await life.log(id)).filter(([type]) => type !== 'access').slice(0, 3)).toEqual([
      ['rated', 'customer', '5'],
      ['ratingRequested', 'rule'],
      ['closed', 'person'],
    ])
    expect(await life.says('Iracema', '4')).not.toBe(id)
  })

  it.each([
    ['ótimo', 5],
    ['5 estrelas', 5],
    ['três', 3],
    ['1.', 1],
  ])('understands “%s”', async (text, score) => {
    const id = await closedBy('Iracema')
    await life.says('Iracema', text)
    expect(await ratingOf(id)).toMatchObject({ state: 'answered', score })
  })

  it('explains itself once to short answers that are none, and lets the next one through', async () => {
    const id = await closedBy('Iracema')
    expect(await life.says('Iracema', '10')).toBe(id)
    await life.hears('ratingReplies')
    expect(life.texts.at(-1)).toEqual({ ticketId: id, text: 'Só de 1 a 5' })
    expect(await ratingOf(id)).toMatchObject({ state: 'waiting' })
    expect(await life.says('Iracema', 'Oi')).not.toBe(id)
    expect(await ratingOf(id)).toMatchObject({ state: 'declined', score: null })
  })

  it('never swallows what is no answer', async () => {
    for (const text of ['Mas o boleto veio errado outra vez', 'E agora?']) {
      const id = await closedBy('Iracema')
      const next = await life.says('Iracema', text)
      expect(next).not.toBe(id)
      expect((await ticketOf(next)).status).toBe('pending')
      await life.tickets.update(life.people.admin.scope, next, { status: 'closed', askRating: false })
    }
  })

  it('is waited for so long, and ends when the ticket is opened again', async () => {
    await life.company.setting('ratingExpiryMessage', 'Fica para a próxima, {{firstName}}.')
    const late = await closedBy('Iracema')
    const again = await closedBy('Jurema')
    await life.tickets.update(life.people.ana.scope, again, { status: 'open' })
    expect(await life.says('Jurema', '5')).toBe(again)
    expect((await ticketOf(again)).rating).toBeNull()
    life.passes(31)
    expect(await life.timers()).toBe(true)
    expect(await ratingOf(late)).toMatchObject({ state: 'expired' })
    expect(life.texts.at(-1)).toEqual({ ticketId: late, text: 'Fica para a próxima, Iracema.' })
    const told = life.texts.length
    await life.timers()
    expect(life.texts).toHaveLength(told)
    expect(await life.says('Iracema', '5')).not.toBe(late)
  })

  it('is asked for and waited for as the channel has it, and as the company has it where the channel says nothing', async () => {
    await life.company.setting('ratingIntervalHours', '24')
    await life.company.setting('ratingExpiryMessage', 'A empresa agradece.')
    const own = await life.company.channel()
    await h.db.owner(
      `update channel set rating_interval_hours = 2, rating_wait_minutes = 90, rating_expiry_message = 'Até, {{firstName}}!',
              rating_message = 'E aí?', queue_id = $2 where id = $1`,
      [own, life.queueId],
    )
    const there = life.on(own)
    const closedThere = async (who: string) => {
      const id = await there.says(who)
      await life.tickets.update(life.people.ana.scope, id, { status: 'open' })
      await life.tickets.update(life.people.ana.scope, id, { status: 'closed' })
      return id
    }
    const here = await closedBy('Iracema')
    const first = await closedThere('Jurema')
    expect(life.texts.at(-1)).toEqual({ ticketId: first, text: 'E aí?' })
    life.passes(31)
    await life.timers()
    expect(await ratingOf(here)).toMatchObject({ state: 'expired' })
    expect(await ratingOf(first)).toMatchObject({ state: 'waiting' })
    expect(life.texts.at(-1)).toEqual({ ticketId: here, text: 'A empresa agradece.' })
    life.passes(60)
    await life.timers()
    expect(await ratingOf(first)).toMatchObject({ state: 'expired' })
    expect(life.texts.at(-1)).toEqual({ ticketId: first, text: 'Até, Jurema!' })
    expect(await ratingOf(await closedThere('Jurema'))).toBeNull()
    life.passes(30)
    expect(await ratingOf(await closedThere('Jurema'))).toMatchObject({ state: 'waiting' })
    expect(await ratingOf(await closedBy('Iracema'))).toBeNull()
    // 0 of the channel asks each time, whatever the company has
    await h.db.owner('update channel set rating_interval_hours = 0 where id = $1', [life.channelId])
    expect(await ratingOf(await closedBy('Iracema'))).toMatchObject({ state: 'waiting' })
  })

  it('is not asked of whom it is not to be asked', async () => {
    const asked = async (id: number) => (await ratingOf(id)) !== null
    expect(await asked(await closedBy('Iracema', { askRating: false }))).toBe(false)
    expect(await asked(await closedBy('Iracema'))).toBe(true)
    await life.company.setting('ratingIntervalHours', '24')
    expect(await life.says('Iracema', '5')).toBeGreaterThan(0)
    expect(await asked(await closedBy('Iracema'))).toBe(false)
    life.passes(25 * 60)
    expect(await asked(await closedBy('Iracema'))).toBe(true)
    await h.db.owner(`update contact set disable_rating = true where tenant_id = $1 and name = 'Jurema'`, [
      life.company.tenantId,
    ])
    await life.says('Jurema')
    await h.db.owner(`update contact set disable_rating = true where tenant_id = $1 and name = 'Jurema'`, [
      life.company.tenantId,
    ])
    expect(await asked(await closedBy('Jurema'))).toBe(false)
    await h.db.owner('update channel set rating_enabled = false where id = $1', [life.channelId])
    expect(await asked(await closedBy('Moema'))).toBe(false)
    const silent = await life.company.ticket({ channelId: life.channelId, status: 'open' })
    await life.tickets.update(life.people.admin.scope, silent, { status: 'closed' })
    expect(await asked(silent)).toBe(false)
  })
})

describe('on the way into a queue', () => {
  it('a customer’s word leads there while nobody has the ticket, once', async () => {
    await h.db.owner(
      `update queue set transfer_keywords = '{Financeiro,boleto}', greeting_message = 'Aqui é o financeiro' where id = $1`,
      [life.otherQueueId],
    )
    const id = await life.says('Iracema', ' FINANCEIRO ')
    const held = await accepted('Jurema')
    await life.says('Jurema', 'boleto')
    await life.hears('keywords')
    await life.hears('keywords')
    expect(await ticketOf(id)).toMatchObject({ queueId: life.otherQueueId, status: 'pending', transferNote: null })
    expect((await ticketOf(held)).queueId).toBe(life.queueId)
    expect((await life.log(id)).filter(([type]) => type === 'transfered')).toEqual([
      ['transfered', 'rule', 'Financeiro'],
    ])
    expect(life.texts).toEqual([{ ticketId: id, text: 'Aqui é o financeiro' }])
  })

  it('a transfer takes its note along and says the queue’s words before the channel’s', async () => {
    const { ana, bia } = life.people
    await h.db.owner(`update channel set transfer_message = 'Transferindo' where id = $1`, [life.channelId])
    const id = await accepted('Iracema')
    const move = (queueId: number, more = {}) =>
      life.tickets.update(ana.scope, id, { isTransference: true, queueId, ...more })
    const moved = await move(life.otherQueueId, { userId: bia.id, note: ' Já pagou, falta baixa ' })
    expect(moved).toMatchObject({ status: 'open', userId: bia.id, transferNote: 'Já pagou, falta baixa' })
    expect((await life.log(id))[1]).toEqual(['transfered', 'person', 'Já pagou, falta baixa'])
    await h.db.owner(`update queue set transfer_message = 'Suporte assume' where id = $1`, [life.queueId])
    expect((await move(life.queueId)).transferNote).toBeNull()
    expect(life.texts.map(({ text }) => text)).toEqual(['Transferindo', 'Suporte assume'])
  })

  it('nobody there is told, and the other queue takes over', async () => {
    const { ana } = life.people
    await h.db.owner(
      `update queue set check_online_users = true, no_users_message = 'Ninguém aqui agora', transfer_message = 'x'
        where id = $1`,
      [life.otherQueueId],
    )
    const third = await life.company.queue('Plantão')
    const move = async (who: string) => {
      const id = await accepted(who)
      life.texts.length = 0
      return life.tickets.update(ana.scope, id, { isTransference: true, queueId: life.otherQueueId })
    }
    expect((await move('Iracema')).queueId).toBe(life.otherQueueId)
    expect(life.texts.map(({ text }) => text)).toEqual(['Ninguém aqui agora'])
    await h.db.owner('update queue set fallback_queue_id = $2 where id = $1', [life.otherQueueId, third])
    const moved = await move('Jurema')
    expect(moved.queueId).toBe(third)
    expect((await life.log(moved.id))[0]).toEqual(['noUsers', 'rule'])
    life.online.push(life.people.bia.id)
    expect((await move('Moema')).queueId).toBe(life.otherQueueId)
    expect(life.texts.map(({ text }) => text)).toEqual(['x'])
  })
})
