import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { makeCompany, type TestCompany } from '../../../test/factories.ts'
import { isListed, type ModelCompany, mayKnow, mayRead, tabOf } from '../../../test/visibility/model.ts'
import {
  countsOf,
  enteredBy,
  figuredFor,
  forwardedTo,
  isPrinted,
  listedIn,
  TABS,
  unreadOf,
  waysToKnow,
  waysToRead,
} from '../../../test/visibility/paths.ts'
import { createWorld, type StandingTicket, type World } from '../../../test/visibility/world.ts'
import { Prisma } from '../../platform/db/generated/client.ts'
import { systemScope } from '../../platform/db/scope.ts'
import { isInBot, isNear, sees, type TicketFacts, type TicketViewer } from './policy.ts'
import { factsOf, loadTickets } from './record-repo.ts'
import { ticketFacts } from './seen.ts'
import { inBotSql, nearSql, visibleSql } from './visible-repo.ts'

const PEOPLE = 3
const RUNS = 10
/** On a machine so slow that this passes, fewer companies have to do. */
const ENOUGH_MS = 40_000
/** Of each company; with all runs together less than a socket may ask for at once. */
const ROOMS = 3
const SEED = 20_261_121

let app: TestApp
let world: World
beforeAll(async () => {
  // nothing may happen by itself: tickets stay as they are put
  app = await startApp({ env: { RECADO_ROLES: 'api,sessions' } })
  world = await createWorld(app, PEOPLE)
})
afterAll(() => app.close())

const somebody = fc.integer({ min: 0, max: PEOPLE - 1 })
const anyProfile = fc.constantFrom(
  'user',
  'user',
  'user',
  'supervisorfila',
  'supervisor',
  'admin',
) satisfies fc.Arbitrary<ModelCompany['people'][number]['profile']>

const anyCompany: fc.Arbitrary<ModelCompany> = fc.constantFrom(0, 2, 3).chain((queueCount) => {
  const queues = Array.from({ length: queueCount }, (_, place) => place)
  return fc.record({
    settings: fc.record({
      NotViewTicketsQueueUndefined: fc.boolean(),
      NotViewTicketsChatBot: fc.boolean(),
      NotViewAssignedTickets: fc.boolean(),
      DirectTicketsToWallets: fc.boolean(),
      allowPeek: fc.boolean(),
    }),
    planHasGroups: fc.boolean(),
    queueCount: fc.constant(queueCount),
    people: fc.array(fc.record({ profile: anyProfile, queues: fc.subarray(queues) }), {
      minLength: PEOPLE,
      maxLength: PEOPLE,
    }),
    tickets: fc.array(
      fc.record({
        status: fc.constantFrom('open', 'pending', 'closed'),
        isSnoozed: fc.boolean(),
        queue: fc.option(fc.constantFrom(...queues, ...(queueCount === 0 ? [null] : []))),
        owner: fc.option(somebody),
        isInFlow: fc.boolean(),
        isGroup: fc.nat(3).map((n) => n === 0),
        wallets: fc.uniqueArray(somebody, { maxLength: 2 }),
      }),
      { minLength: 6, maxLength: 10 },
    ),
  })
})

const ascending = (ids: number[]) => ids.toSorted((a, b) => a - b)

async function checkPerson(model: ModelCompany, place: number, standing: StandingTicket[]): Promise<void> {
  const person = world.people[place]
  if (!person) throw new Error('nobody there')
  const idsWhere = (passes: (company: ModelCompany, me: number, ticket: StandingTicket['model']) => boolean) =>
    standing.filter((ticket) => passes(model, place, ticket.model)).map(({ id }) => id)
  const known = idsWhere(mayKnow)
  const { heardOfDeletion: _, ...ways } = waysToKnow(world, person, standing)
  for (const [way, ids] of Object.entries(ways))
    expect({ way, place, ids: ascending(await ids()) }).toEqual({ way, place, ids: known })

  for (const showAll of [true, false]) {
    const listed = idsWhere(showAll ? mayKnow : isListed)
    const counts = await countsOf(person, showAll)
    for (const tab of TABS) {
      const ids = standing
        .filter(({ id, model: ticket }) => listed.includes(id) && tabOf(ticket) === tab)
        .map(({ id }) => id)
      expect({ tab, showAll, place, ids: await listedIn(person, tab, showAll) }).toEqual({ tab, showAll, place, ids })
      expect({ tab, showAll, place, count: counts[tab] }).toEqual({ tab, showAll, place, count: ids.length })
    }
  }
  const few = standing.slice(0, ROOMS)
  const open = few.filter(({ id }) => known.includes(id)).map(({ id }) => id)
  expect({ place, entered: await enteredBy(person, few) }).toEqual({ place, entered: open })
  const readable = idsWhere(mayRead)
  for (const [way, ids] of Object.entries(waysToRead(person, standing)))
    expect({ way, place, ids: ascending(await ids()) }).toEqual({ way, place, ids: readable })
  const [first] = standing
  if (first && place === 0)
    expect({ printed: await isPrinted(person, first) }).toEqual({ printed: readable.includes(first.id) })
  const live = idsWhere((...about) => mayKnow(...about) && about[2].status !== 'closed')
  expect({ place, unread: await unreadOf(person) }).toEqual({ place, unread: live.length })
  expect({ place, figured: ascending(await figuredFor(person)) }).toEqual({ place, figured: live })
}

/** Passing a message on writes into the tickets that it reaches, so it comes last and to few. */
async function checkForwarding(model: ModelCompany, place: number, standing: StandingTicket[]): Promise<void> {
  const person = world.people[place]
  const source = standing.find((ticket) => mayRead(model, place, ticket.model))
  if (!person || !source) return
  const targets = standing.filter(({ model: ticket }) => ticket.status !== 'closed').slice(0, 3)
  const reachable = targets.filter(({ model: ticket }) => mayKnow(model, place, ticket)).map(({ id }) => id)
  expect({ place, reached: await forwardedTo(person, source, targets) }).toEqual({ place, reached: reachable })
}

it('every way to learn of a ticket gives away the same ones', async () => {
  const end = performance.now() + ENOUGH_MS
  await fc.assert(
    fc.asyncProperty(anyCompany, async (model) => {
      if (performance.now() > end) return
      const standing = await world.become(model)
      try {
        const places = world.people.map((_, place) => place)
        await Promise.all(places.map((place) => checkPerson(model, place, standing)))
        for (const place of places) await checkForwarding(model, place, standing)
      } finally {
        await world.end(standing)
      }
      for (const [place, person] of world.people.entries()) {
        const gone = waysToKnow(world, person, standing).heardOfDeletion()
        const known = standing.filter((ticket) => mayKnow(model, place, ticket.model)).map(({ id }) => id)
        expect({ place, gone: ascending(gone) }).toEqual({ place, gone: known })
      }
    }),
    // a failure names the seed and the path to the company; making it smaller would take too long
    { numRuns: RUNS, seed: SEED, endOnFailure: true },
  )
}, 120_000)

let company: TestCompany
let users: number[]
let queues: number[]
let facts: TicketFacts[]

/** Every combination of what the rule looks at. */
async function makeEveryTicket(): Promise<void> {
  company = await makeCompany(app.db)
  queues = [await company.queue(), await company.queue()]
  users = [(await company.user()).id, (await company.user()).id]
  const [first = 0, second = 0] = users
  const { tenantId } = company
  const { system } = app.db
  const ways = [null, ...queues].flatMap((queueId) =>
    [null, ...users].flatMap((userId) =>
      [null, 5].flatMap((chatFlowId) =>
        (['open', 'pending', 'closed'] as const).map((status) => ({ queueId, userId, chatFlowId, status })),
      ),
    ),
  )
  // a contact has one live ticket on each channel
  const channels = await system.channel.createManyAndReturn({
    data: ways.map((_, n) => ({ tenantId, name: `Canal ${n}`, type: 'fake', state: 'connected' })),
    select: { id: true },
  })
  const contacts = [
    { wallets: [] },
    { wallets: [], isGroup: true },
    { wallets: [first] },
    { wallets: [second] },
    { wallets: users, isGroup: true },
  ]
  const ids: number[] = []
  for (const { wallets, isGroup = false } of contacts) {
    const contactId = await company.contact({ wallets, isGroup })
    const { id: addressId } = await system.contactAddress.findFirstOrThrow({ where: { tenantId, contactId } })
    const tickets = await system.ticket.createManyAndReturn({
      data: ways.map((way, n) => ({
        ...way,
        ...{ tenantId, contactId, addressId, isGroup },
        channelId: channels[n]?.id ?? 0,
        protocol: `${contactId}-${n}`,
        closedAt: way.status === 'closed' ? new Date() : null,
      })),
      select: { id: true },
    })
    ids.push(...tickets.map(({ id }) => id))
  }
  // of another company, which nobody here sees
  const other = await makeCompany(app.db)
  await other.ticket()
  facts = (await loadTickets(app.db.uow, company, ascending(ids))).map(factsOf)
}

const anyViewer = () =>
  fc.record({
    tenantId: fc.constant(company.tenantId),
    userId: fc.constantFrom(null, ...users, 2_000_000_000),
    profile: anyProfile,
    name: fc.constant('Ana'),
    isOperator: fc.constant(false),
    masksPhones: fc.boolean(),
    mustSign: fc.boolean(),
    audits: fc.boolean(),
    queueIds: fc.subarray(queues),
    tenantHasQueues: fc.boolean(),
    rules: fc.record({
      notViewAssigned: fc.boolean(),
      notViewChatBot: fc.boolean(),
      notViewQueueUndefined: fc.boolean(),
      directToWallets: fc.boolean(),
      allowPeek: fc.boolean(),
      noGroups: fc.boolean(),
      onlyQueueMessages: fc.boolean(),
    }),
  }) satisfies fc.Arbitrary<TicketViewer>

const idsWhere = async (condition: Prisma.Sql): Promise<number[]> => {
  const rows = await app.db.uow.query<{ id: number }>(
    company,
    Prisma.sql`select t.id from ticket t where ${condition} order by t.id`,
  )
  return rows.map(({ id }) => id)
}

const idsOf = (passes: (ticket: TicketFacts) => boolean) => facts.filter(passes).map(({ id }) => id)

it('the database and the rule agree on who sees which tickets, however their facts are read', async () => {
  await makeEveryTicket()
  expect(facts).toHaveLength(270)
  await fc.assert(
    fc.asyncProperty(anyViewer(), async (viewer) => {
      expect(await idsWhere(visibleSql(viewer))).toEqual(idsOf((ticket) => sees(viewer, ticket)))
      expect(await idsWhere(Prisma.sql`not ${visibleSql(viewer)}`)).toEqual(idsOf((ticket) => !sees(viewer, ticket)))
      expect(await idsWhere(nearSql(viewer))).toEqual(idsOf((ticket) => isNear(viewer, ticket)))
    }),
    { numRuns: 150, seed: SEED },
  )
  expect(await idsWhere(inBotSql)).toEqual(idsOf(isInBot))

  for (const known of facts.filter((_, n) => n % 6 === 0)) {
    const read = await ticketFacts(app.db.uow, systemScope(company.tenantId, 'test'), known.id)
    expect({ ...read, walletUserIds: ascending(read?.walletUserIds ?? []) }).toEqual({
      ...known,
      walletUserIds: ascending(known.walletUserIds),
    })
  }
}, 60_000)
