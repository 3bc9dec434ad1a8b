import { afterAll, expect, it } from 'vitest'
import { startHarness } from '../../../test/harness.ts'
import { startTicketLife } from '../../../test/ticket-life.ts'
import type { TicketUpdate } from './schemas.ts'
import { refusalOf } from './testing.ts'

const h = await startHarness()
afterAll(() => h.close())

const STEPS = 100
const PENDING_AFTER = 45
const CLOSE_AFTER = 90

/** What the specification (§4) says of a ticket; times are minutes that the clock is ahead, at which customers write is 0. */
interface Model {
  status: 'open' | 'pending' | 'closed'
  userId: number | null
  queueId: number | null
  snoozedUntil: number | null
  isWaiting: boolean
  isAnswered: boolean
  heldSince: number
}

/** Who or what may have done it. */
const CAUSES = new Set([
  ...['open', 'pending', 'closed', 'transfered', 'receivedTransfer', 'snoozed'].map((type) => `${type} person`),
  ...['person', 'timer', 'customer'].map((cause) => `woken ${cause}`),
  'create customer',
  'autoPending timer',
  'autoCloseInactive timer',
])

const met = new Set<string>()

/** Small and repeatable. */
function dice(seed: number) {
  let state = seed
  const next = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
  return <T>(choices: readonly T[]): T => choices[Math.floor(next() * choices.length)] as T
}

it.each([1, 2])('whatever happens in whatever order, tickets are as the specification says (seed %i)', async (seed) => {
  const life = await startTicketLife(h)
  const { ana, bia, admin } = life.people
  await life.company.setting('autoPendingMinutes', '0')
  await h.db.owner('update channel set auto_pending_minutes = $2, auto_close_minutes = $3 where id = $1', [
    life.channelId,
    PENDING_AFTER,
    CLOSE_AFTER,
  ])
  const pick = dice(seed)
  const models = new Map<number, Model>()
  let ahead = 0
  const live = () => [...models.entries()].find(([, { status }]) => status !== 'closed')

  const free = { userId: null, snoozedUntil: null }
  /** The refusal, or the ticket as it is to be. */
  const expected = (m: Model, isLive: boolean, me: typeof ana, update: TicketUpdate): string | Model => {
    const isLeader = me === admin
    if (update.isTransference) {
      if (m.status === 'closed') return 'ERR_TICKET_STATE'
      const { queueId = null, userId = null } = update
      const isSame = queueId === m.queueId && userId === m.userId && (userId !== null) === (m.status === 'open')
      if (isSame) return 'ERR_TRANSFER_TARGET'
      const status = userId === null ? 'pending' : 'open'
      return { ...m, ...free, status, userId, queueId, heldSince: ahead }
    }
    if (update.status === 'closed')
      return m.status === 'closed'
        ? 'ERR_TICKET_STATE'
        : { ...m, ...free, status: 'closed', userId: m.userId ?? me.id, isWaiting: false }
    if (m.status === 'closed') {
      if (isLive) return 'ERR_OTHER_OPEN_TICKET'
      const isOpen = update.status === 'open'
      return { ...m, ...free, status: isOpen ? 'open' : 'pending', userId: isOpen ? me.id : null, heldSince: ahead }
    }
    if (update.status === 'open') {
      if (m.status === 'open' && m.userId === me.id) return m
      const isTaken = m.status === 'open' && m.userId !== null
      return isTaken && !isLeader
        ? 'ERR_TICKET_TAKEN'
        : { ...m, ...free, status: 'open', userId: me.id, heldSince: ahead }
    }
    if (update.snoozeMinutes)
      return { ...m, status: 'pending', userId: null, snoozedUntil: ahead + update.snoozeMinutes }
    return m.status === 'open' || m.snoozedUntil !== null ? { ...m, ...free, status: 'pending' } : 'ERR_TICKET_STATE'
  }

  const elapse = (m: Model): Model => {
    const held = ahead - Math.max(0, m.heldSince)
    if (m.status === 'pending' && m.snoozedUntil !== null && m.snoozedUntil <= ahead)
      return { ...m, snoozedUntil: null }
    if (m.status !== 'open') return m
    if (m.isWaiting && held >= PENDING_AFTER) return { ...m, ...free, status: 'pending' }
    return !m.isWaiting && m.isAnswered && held >= CLOSE_AFTER ? { ...m, status: 'closed' } : m
  }

  const act = async (): Promise<void> => {
    const ids = [...models.keys()]
    const id = pick([...ids, ...ids.map((one) => live()?.[0] ?? one)])
    const model = models.get(id)
    if (!model) return
    const me = pick([ana, bia, admin])
    const update = pick<TicketUpdate>([
      { status: 'open' },
      { status: 'open' },
      { status: 'pending' },
      { status: 'closed' },
      { status: 'pending', snoozeMinutes: pick([10, 60]) },
      { status: 'pending', snoozeMinutes: pick([10, 60]) },
      { isTransference: true, queueId: pick([life.queueId, life.otherQueueId]), userId: pick([null, bia.id]) },
    ])
    const wanted = expected(model, live() !== undefined, me, update)
    const { code } = await refusalOf(life.tickets.update(me.scope, id, update))
    expect([update, code]).toEqual([update, typeof wanted === 'string' ? wanted : undefined])
    if (typeof wanted !== 'string') models.set(id, wanted)
  }

  const step = async (): Promise<void> => {
    const what = pick(['act', 'act', 'act', 'act', 'says', 'answers', 'time', 'time'] as const)
    if (what === 'act') return act()
    if (what === 'says' || models.size === 0) {
      const known = live()
      const id = await life.says('Iracema', 'Olá')
      if (known) expect(id).toBe(known[0])
      else expect(models.has(id)).toBe(false)
      const before = known?.[1] ?? {
        status: 'pending',
        ...free,
        queueId: life.queueId,
        heldSince: 0,
        isAnswered: false,
      }
      models.set(id, { ...before, snoozedUntil: null, isWaiting: true, isAnswered: false })
    } else if (what === 'answers') {
      const known = live()
      if (!known) return
      await life.answers(known[0])
      models.set(known[0], { ...known[1], isWaiting: false, isAnswered: true })
    } else {
      const minutes = pick([5, 20, 50])
      ahead += minutes
      life.passes(minutes)
      const due = [...models].map(([id, model]) => [id, elapse(model)] as const)
      expect(await life.timers()).toBe(due.some(([id, after]) => after !== models.get(id)))
      for (const [id, after] of due) models.set(id, after)
    }
  }

  const actual = async () => {
    const rows = await h.db.system.$queryRawUnsafe<{ id: number; ticket: object }[]>(
      `select id, json_build_object('status', status, 'userId', user_id, 'queueId', queue_id,
                  'isSnoozed', snoozed_until is not null, 'isWaiting', waiting_since is not null,
                  'isAnswered', answered) ticket
           from ticket where tenant_id = $1`,
      life.company.tenantId,
    )
    return new Map(rows.map(({ id, ticket }) => [id, ticket]))
  }
  const told = () =>
    new Map(
      [...models].map(([id, { heldSince: _, snoozedUntil, ...model }]) => [
        id,
        { ...model, isSnoozed: snoozedUntil !== null },
      ]),
    )

  await life.says('Iracema', 'Olá').then((id) =>
    models.set(id, {
      status: 'pending',
      ...free,
      queueId: life.queueId,
      isWaiting: true,
      isAnswered: false,
      heldSince: 0,
    }),
  )
  for (let at = 0; at < STEPS; at += 1) {
    await step()
    expect(await actual()).toEqual(told())
  }
  const logs = await h.db.owner<{ line: string }>(
    `select distinct type || ' ' || cause line from ticket_log where tenant_id = $1`,
    [life.company.tenantId],
  )
  for (const { line } of logs) met.add(line)
})

it('and all that can happen did', () => {
  expect([...met].toSorted()).toEqual([...CAUSES].toSorted())
})
