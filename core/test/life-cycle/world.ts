import { randomUUID } from 'node:crypto'
import type { BeforeClosing } from '../../src/modules/tickets/index.ts'
import type { TicketUpdate } from '../../src/modules/tickets/schemas.ts'
import { refusalOf } from '../../src/modules/tickets/testing.ts'
import type { StoredEvent } from '../../src/platform/events/types.ts'
import type { Harness } from '../harness.ts'
import { startTicketLife } from '../ticket-life.ts'
import {
  ADMIN,
  CLOSE_AFTER,
  type ModelTicket,
  type Outcome,
  PENDING_AFTER,
  PEOPLE,
  QUEUES,
  RATING_INTERVAL,
  RATING_WAIT,
  REASONS,
  REOPEN_DAYS,
  type Rules,
  type Wish,
  WORD,
} from './company.ts'

const switches = (rules: Rules) =>
  Object.entries(rules).map(([key, isOn]) => [key, isOn ? 'enabled' : 'disabled'] as const)

/** The company of the model, in which the real service works on the real database. */
export async function startWorld(h: Harness, rules: Rules) {
  const life = await startTicketLife(h)
  const { company, tickets } = life
  const { tenantId } = company
  const { system } = h.db
  const queueIds = [life.queueId, life.otherQueueId, await company.queue('Cobrança')]
  const people = await Promise.all(
    PEOPLE.map(({ profile, queues }, place) =>
      company.user(profile, { name: `Pessoa ${place}`, queues: queues.map((queue) => queueIds[queue] ?? 0) }),
    ),
  )
  const reasonIds = await Promise.all(REASONS.map(() => company.closingReason()))
  for (const [place, { queue }] of REASONS.entries())
    if (queue !== null)
      await system.closingReasonQueue.create({
        data: { tenantId, closingReasonId: reasonIds[place] ?? 0, queueId: queueIds[queue] ?? 0 },
      })
  for (const [place, { fallback }] of QUEUES.entries())
    if (fallback !== null)
      await system.queue.updateMany({
        where: { tenantId, id: queueIds[place] ?? 0 },
        data: { checkOnlineUsers: true, fallbackQueueId: queueIds[fallback] ?? null },
      })
  await h.db.owner('update channel set auto_pending_minutes = $2, auto_close_minutes = $3 where id = $1', [
    ...[life.channelId, PENDING_AFTER, CLOSE_AFTER],
  ])
  await h.db.owner('update queue set transfer_keywords = $2 where id = $1', [queueIds[WORD.queue], [WORD.text]])
  const numbers = {
    reopenMaxDays: REOPEN_DAYS,
    ratingWaitMinutes: RATING_WAIT,
    ratingIntervalHours: RATING_INTERVAL / 60,
  }
  for (const [key, value] of [...switches(rules), ...Object.entries(numbers)]) await company.setting(key, String(value))

  const person = (place: number) => people[place] ?? { id: 0, scope: life.people.admin.scope }
  const placeOf = (ids: number[], id: number | null) => (id === null ? null : ids.indexOf(id))
  const queueOf = (place: number | null) => (place === null ? null : (queueIds[place] ?? null))
  const nameOf = (contact: number) => `Cliente ${contact}`
  const personIds = people.map(({ id }) => id)
  const admin = person(ADMIN).scope
  let closedTogether: { id: number; before: BeforeClosing }[] = []

  const updateOf = (wish: Wish): TicketUpdate => {
    switch (wish.do) {
      case 'accept':
        return { status: 'open' }
      case 'snooze':
        return { status: 'pending', snoozeMinutes: wish.minutes, rememberMe: wish.remember }
      case 'transfer': {
        const userId = wish.to === null ? null : person(wish.to).id
        return { isTransference: true, queueId: queueOf(wish.queue), userId }
      }
      case 'close': {
        const closingReasonId = wish.reason === null ? null : (reasonIds[wish.reason] ?? null)
        return { status: 'closed', closingReasonId, askRating: wish.askRating }
      }
      case 'reopen':
        return { status: wish.as }
      default:
        return { status: 'pending' }
    }
  }
  const outcome = async (work: Promise<unknown>): Promise<Outcome> => {
    const { code } = await refusalOf(work)
    return code === undefined ? null : { refusal: code }
  }
  const problem = ({ problem: code }: { problem: string | null }): Outcome => (code === null ? null : { refusal: code })

  return {
    wish(me: number, id: number, wish: Wish): Promise<Outcome> {
      const { scope } = person(me)
      if (wish.do === 'delete') return outcome(tickets.remove(scope, id))
      if (wish.do === 'read') return outcome(tickets.read(scope, id, null))
      if (wish.do === 'look') return outcome(tickets.get(scope, id))
      return outcome(tickets.update(scope, id, updateOf(wish)))
    },
    says: (contact: number, text: string) => life.says(nameOf(contact), text, randomUUID()),
    async saysWord(contact: number) {
      const externalId = randomUUID()
      await life.says(nameOf(contact), WORD.text, externalId)
      const facts = await h.db.owner<Omit<StoredEvent, 'tenantId'>>(FACTS, [tenantId, externalId])
      await tickets.work.keywords.handle(
        facts.map((fact) => ({ ...fact, tenantId })),
        new AbortController().signal,
      )
    },
    /** Null for somebody who never wrote, whom nobody knows. */
    async opens(me: number, contact: number, queue: number | null, waits: boolean): Promise<{ is: Outcome } | null> {
      const known = await system.contact.findFirst({ where: { tenantId, name: nameOf(contact) } })
      if (!known) return null
      const address = { tenantId, contactId: known.id, kind: 'phone', value: `55119876500${contact}0` }
      await system.contactAddress.createMany({ data: [address], skipDuplicates: true })
      const ticket = { contactId: known.id, channelId: life.channelId, queueId: queueOf(queue) } as const
      const wanted = { ...ticket, status: waits ? 'pending' : 'open' } as const
      return { is: await outcome(tickets.create(person(me).scope, wanted)) }
    },
    answers: (id: number) => life.answers(id),
    gives: (id: number, to: number) =>
      h.db.uow.run(admin, (tx) => tickets.assigning.assign(tx, id, async () => person(to).id)),
    async leaves(who: number) {
      await h.db.uow.run(admin, (tx) => tickets.returnTicketsOf(tx, person(who).id))
      await h.db.owner('update app_user set is_active = false where id = $1', [person(who).id])
    },
    returns: (who: number) => h.db.owner('update app_user set is_active = true where id = $1', [person(who).id]),
    goOnline: (who: number[]) => void life.online.splice(0, life.online.length, ...who.map((one) => person(one).id)),
    async passes(minutes: number) {
      life.passes(minutes)
      return life.timers()
    },
    closesMany: (ids: number[], reason: number | null): Promise<Outcome[]> => {
      closedTogether = []
      return h.db.uow.run(admin, async (tx) => {
        const context = await tickets.many.begin(tx)
        const outcomes: Outcome[] = []
        const closingReasonId = reason === null ? null : (reasonIds[reason] ?? null)
        for (const id of ids) {
          const done = await tickets.many.close(context, id, { closingReasonId, farewell: true })
          if (done.problem === null) closedTogether.push({ id, before: done.before })
          outcomes.push(problem(done))
        }
        return outcomes
      })
    },
    undoesMany: (): Promise<Outcome[]> =>
      h.db.uow.run(admin, async (tx) => {
        const context = await tickets.many.begin(tx)
        const outcomes: Outcome[] = []
        for (const { id, before } of closedTogether.splice(0))
          outcomes.push(problem(await tickets.many.reopen(context, id, before)))
        return outcomes
      }),

    /** Every ticket of the company by its id, as the model tells them. */
    async look(): Promise<Map<number, Seen>> {
      const rows = await system.$queryRawUnsafe<Row[]>(LOOK, tenantId)
      return new Map(
        rows.map(({ id, contact, owner, queue, remembered, reason, isSnoozed, log, ...rest }) => [
          id,
          {
            ...rest,
            contact: Number(contact.split(' ')[1]),
            owner: placeOf(personIds, owner),
            queue: placeOf(queueIds, queue),
            remembered: placeOf(personIds, remembered),
            reason: placeOf(reasonIds, reason),
            isSnoozed,
            log: log.map(({ what, who }) => `${what} ${placeOf(personIds, who) ?? '-'}`),
          },
        ]),
      )
    },
  }
}

/** A ticket as far as it can be seen. */
export type Seen = Omit<ModelTicket, 'snoozedUntil'> & { isSnoozed: boolean }

export type World = Awaited<ReturnType<typeof startWorld>>

type Row = Omit<Seen, 'contact' | 'log'> & {
  id: number
  contact: string
  log: { what: string; who: number | null }[]
}

/** What is written down of a message. */
const FACTS = `
  select e.id::text, e.name, e.payload, e.created_at "createdAt"
    from message m join domain_event e on e.tenant_id = m.tenant_id and e.payload->>'messageId' = m.id::text
   where m.tenant_id = $1 and m.external_id = $2 and e.name = 'message.received' order by e.id`

const LOOK = `
  select t.id, c.name contact, t.status, t.user_id owner, t.queue_id queue, t.snoozed_until is not null "isSnoozed",
         t.remembered_user_id remembered, t.waiting_since is not null "isWaiting", t.answered "isAnswered",
         t.unread_messages unread, t.closing_reason_id reason,
         coalesce((select r.state from rating r where r.tenant_id = t.tenant_id and r.ticket_id = t.id
                    order by r.id desc limit 1), 'none') rating,
         coalesce((select json_agg(json_build_object('what', l.type || ' ' || l.cause, 'who', l.user_id) order by l.id)
                     from ticket_log l where l.tenant_id = t.tenant_id and l.ticket_id = t.id), '[]') log
    from ticket t join contact c on c.tenant_id = t.tenant_id and c.id = t.contact_id
   where t.tenant_id = $1 order by t.id`
