import type { MediaInfo } from '@recado/sdk'
import { passwordFault } from '../modules/auth/index.ts'
import { createCompany } from '../modules/operator/companies.ts'
import { type Scope, systemScope } from '../platform/db/scope.ts'
import type { Platform } from '../platform.ts'
import type { Services } from '../services.ts'
import * as repo from './demo-repo.ts'
import { type DemoFile, makeFiles, streamOf } from './files.ts'
import { CHANNELS, CLOSING_REASONS, COMPANY, customers, DOMAIN, QUEUES, TAGS, TEAM } from './people.ts'
import { createRandom } from './random.ts'
import { type Cast, CUSTOMERS, TICKETS, tell } from './story.ts'

const SEED = 20_260_417
const DAY = 24 * 60 * 60_000

export interface Demo {
  company: string
  tenantId: number
  logins: { name: string; profile: string; email: string }[]
  /** The same for all, different on every installation. */
  password: string
  /** False when it was all there already. */
  isNew: boolean
}

export interface DemoParts {
  platform: Pick<Platform, 'db' | 'clock' | 'keys'>
  services: Services
}

/**
 * A company with people, contacts and two months of conversations. What an interrupted run left is completed; once there
 * are tickets, nothing is touched any more.
 */
export async function fillDemo({ platform, services }: DemoParts): Promise<Demo> {
  const { db, clock } = platform
  const password = passwordOf(platform.keys)
  const logins = TEAM.map(({ name, profile, login }) => ({ name, profile, email: `${login}@${DOMAIN}` }))
  const known = await repo.findCompany(db.system, emailOf(TEAM[0].login))
  const tenantId = known ?? (await foundCompany({ platform, services }, password))
  const scope = systemScope(tenantId, 'demo')
  const isNew = !(await db.uow.run(scope, repo.hasTickets))
  if (isNew) {
    const cast = await engage(services, scope, password)
    const files = await storeFiles(services, scope)
    await db.uow.run(scope, (tx) => writeStory(tx, { ...cast, files }, clock.now()), { timeoutMs: 60_000 })
  }
  return { company: COMPANY, tenantId, logins, password, isNew }
}

const emailOf = (login: string): string => `${login}@${DOMAIN}`

/** Not in any list of passwords, and told again by the next run. */
function passwordOf(keys: DemoParts['platform']['keys']): string {
  for (let round = 0; ; round++) {
    const password = Buffer.from(keys.derive(`demo password ${round}`))
      .toString('base64url')
      .slice(0, 12)
    if (/^[\w-]+$/.test(password) && passwordFault(password, [COMPANY]) === null) return password
  }
}

function foundCompany({ platform, services }: DemoParts, password: string): Promise<number> {
  const [owner] = TEAM
  return createCompany(
    { db: platform.db, clock: platform.clock, passwords: services.passwords, users: services.users },
    {
      name: COMPANY,
      whatsapp: '5511940028922',
      maxUsers: 20,
      maxConnections: 10,
      user: { name: owner.name, email: emailOf(owner.login), password },
    },
    { kind: 'system', name: 'demo' },
  )
}

/** Makes what is missing of a catalogue. Ids by name. */
async function complete<W>(
  existing: { id: number; name: string }[],
  wanted: readonly W[],
  nameOf: (one: W) => string,
  make: (one: W) => Promise<{ id: number }>,
): Promise<Map<string, number>> {
  const ids = new Map(existing.map(({ id, name }) => [name, id]))
  for (const one of wanted) if (!ids.has(nameOf(one))) ids.set(nameOf(one), (await make(one)).id)
  return ids
}

async function engage(services: Services, scope: Scope, password: string) {
  const queueIds = await complete(
    (await services.queues.list(scope)).map(({ id, queue }) => ({ id, name: queue })),
    QUEUES,
    ({ name }) => name,
    ({ name, color }) => services.queues.create(scope, { queue: name, color }),
  )
  const tagIds = await complete(
    (await services.tags.list(scope, false)).map(({ id, tag }) => ({ id, name: tag })),
    TAGS,
    ({ tag }) => tag,
    (tag) => services.tags.create(scope, tag),
  )
  const reasonIds = await complete(
    await services.closingReasons.list(scope, false),
    CLOSING_REASONS,
    ({ name }) => name,
    (reason) => services.closingReasons.create(scope, reason),
  )
  const channelIds = await complete(
    await services.channels.list(scope),
    CHANNELS,
    ({ name }) => name,
    async ({ name, queue, settings }) => {
      const queueId = queue === null ? null : (queueIds.get(queue) ?? null)
      const channel = await services.channels.create(scope, { name, type: 'webchat', settings, queueId })
      await services.channels.connect(scope, channel.id)
      return channel
    },
  )
  const userIds = await complete(
    (await services.users.list(scope, { pageSize: 100 })).users,
    TEAM,
    ({ name }) => name,
    ({ name, login, profile, queues }) =>
      services.users.create(scope, {
        name,
        email: emailOf(login),
        password,
        profile,
        queues: queues.flatMap((queue) => queueIds.get(queue) ?? []),
      }),
  )
  const idOf = (name: string): number => {
    const id = userIds.get(name)
    if (id === undefined) throw new Error(`${name} was not made`)
    return id
  }
  const agents = new Map(
    QUEUES.map((queue) => [
      queue.name as string,
      TEAM.filter(({ queues }) => queues.includes(queue.name)).map(({ name }) => ({ id: idOf(name), name })),
    ]),
  )
  const channels = CHANNELS.map(({ name, queue }) => ({
    id: channelIds.get(name) ?? 0,
    queueId: queue === null ? null : (queueIds.get(queue) ?? null),
  }))
  return { queueIds, reasonIds, agents, channels, tagIds: [...tagIds.values()] }
}

async function storeFiles({ media }: Services, scope: Scope): Promise<Map<DemoFile['kind'], MediaInfo[]>> {
  const stored = new Map<DemoFile['kind'], MediaInfo[]>()
  for (const file of await makeFiles()) {
    const { fileName, mimeType } = file
    const info = await media.saveStream(scope, { stream: streamOf(file), fileName, mimeType })
    stored.set(file.kind, [...(stored.get(file.kind) ?? []), info])
  }
  return stored
}

async function writeStory(
  tx: Parameters<typeof repo.insertTickets>[0],
  cast: Omit<Cast, 'contacts'> & { tagIds: number[] },
  now: number,
): Promise<void> {
  const random = createRandom(SEED)
  const ids = await repo.reserveIds(tx, 'contact', CUSTOMERS)
  const addressIds = await repo.reserveIds(tx, 'contact_address', CUSTOMERS)
  const contacts = customers(random, CUSTOMERS).map((customer, index) => ({
    id: ids[index] ?? 0,
    addressId: addressIds[index] ?? 0,
    customer,
  }))
  const since = new Date(now - 61 * DAY).toISOString()
  await repo.insertContacts(
    tx,
    contacts.map(({ id, addressId, customer: { name, number, email } }) => ({
      ...{ id, addressId, name, number, email },
      address: random.uuid(),
      createdAt: since,
    })),
  )
  const everybody = [...cast.agents.values()].flat()
  await repo.insertLinks(
    tx,
    contacts.flatMap(({ id }) => [
      ...(random.chance(0.35) ? [{ contactId: id, tagId: random.pick(cast.tagIds) }] : []),
      ...(random.chance(0.15) ? [{ contactId: id, userId: random.pick(everybody).id }] : []),
    ]),
  )
  const story = tell({ ...cast, contacts }, random, now, await repo.reserveIds(tx, 'ticket', TICKETS))
  await repo.insertTickets(tx, story.tickets)
  await repo.insertMessages(tx, story.messages)
  await repo.insertLogs(tx, story.logs)
}
