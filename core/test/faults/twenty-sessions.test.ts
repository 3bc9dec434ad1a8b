import { type Phones, startPhones } from '@recado/plugin-whatsapp-baileys/stand-in/phones'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startDatabase, type TestDatabase } from '../database.ts'
import { eventually, makeRemoteCompany } from './client.ts'
import { createProgram, type Program } from './program.ts'

const SESSIONS = 20
/** Reliability G-07. */
const TAKEOVER_MS = 30_000
const SPREAD_MS = 60_000

let db: TestDatabase
let phones: Phones
let front: Program
/** The processes that keep sessions, by the id of their node. */
const keepers = new Map<string, Program>()
beforeAll(async () => {
  db = await startDatabase()
  phones = await startPhones(SESSIONS)
  const program = (roles: string) =>
    createProgram(db, {
      RECADO_ROLES: roles,
      RECADO_PLUGINS: '@recado/plugin-whatsapp-baileys',
      RECADO_ENDPOINT_WHATSAPP_BAILEYS_WEB: phones.url,
      NODE_ENV: 'development',
      NODE_OPTIONS: `--import ${import.meta.resolve('@recado/plugin-whatsapp-baileys/stand-in/trust')}`,
    })
  front = await program('api,worker')
  await front.start()
  for (let count = 0; count < 2; count++) {
    const keeper = await program('sessions')
    await keeper.start()
    const nodes = await db.owner<{ id: string }>(`select id::text "id" from node where 'sessions' = any (roles)`)
    const { id } = nodes.find((node) => !keepers.has(node.id)) ?? { id: '' }
    keepers.set(id, keeper)
  }
}, 90_000)
afterAll(async () => {
  for (const program of [front, ...keepers.values()]) await program.close()
  await phones.close()
  await db.close()
})

/** Who holds the sessions that are connected. */
const owners = async (): Promise<string[]> =>
  (
    await db.owner<{ owner: string }>(
      `select l.owner::text "owner" from lease l join channel c on c.tenant_id = l.tenant_id and c.id = l.channel_id
        where l.expires_at > now() and c.state = 'connected' and c.type = 'whatsapp-baileys' order by l.channel_id`,
    )
  ).map(({ owner }) => owner)

/** Channels of any kind, by who holds them: the operator's own web chat has a lease too. */
const heldByEach = async (): Promise<number[]> => {
  const rows = await db.owner<{ held: number }>(
    `select count(*)::int "held" from lease where expires_at > now() and owner is not null group by owner`,
  )
  return rows.map(({ held }) => held)
}

/** What stood in the way of a state that did not come. */
const picture = async (): Promise<string> => {
  const channels = await db.owner(
    `select c.id, c.state, l.owner, l.epoch, l.expires_at > now() "isHeld" from channel c
      left join lease l on c.tenant_id = l.tenant_id and c.id = l.channel_id order by c.id`,
  )
  const nodes = await db.owner('select id, roles, started_at, seen_at from node')
  const logs = [...keepers].map(([id, program]) => `${id}\n${program.output()}`)
  return [JSON.stringify({ nodes, channels, online: phones.online(), logins: phones.logins() }), ...logs].join('\n')
}
/** `eventually`, with that picture in its error. */
const comes: typeof eventually = (look, timeoutMs) =>
  eventually(look, timeoutMs).catch(async (cause: unknown) => {
    throw new Error(await picture(), { cause })
  })

it(`${SESSIONS} sessions are connected again within 30 s after one of two processes was killed`, async () => {
  const company = await makeRemoteCompany(front.url)
  for (let count = 0; count < SESSIONS; count++)
    await company.channel('whatsapp-baileys', { pairing: 'qr', presence: 'hidden', newContacts: 'off' }, phones.scan)
  const before = await comes(async () => {
    const [all, [one = 0, other = 0]] = [await owners(), await heldByEach()]
    return all.length === SESSIONS && Math.abs(one - other) <= 1 && all
  }, SPREAD_MS)
  expect(phones.online()).toEqual(Array.from({ length: SESSIONS }, () => 1))
  const [victim = '', survivor = ''] = keepers.keys()
  const logins = phones.logins()

  await keepers.get(victim)?.kill()
  const from = performance.now()
  await comes(async () => {
    const now = await owners()
    const isOnline = phones.online().every((count) => count === 1)
    return isOnline && now.length === SESSIONS && now.every((owner) => owner === survivor)
  }, 60_000)
  expect(performance.now() - from).toBeLessThan(TAKEOVER_MS)
  // each by one login of the survivor, and what it had already was left alone
  const more = phones.logins().map((count, index) => count - (logins[index] ?? 0))
  expect(more.toSorted()).toEqual(before.map((owner) => (owner === victim ? 1 : 0)).toSorted())
}, 240_000)
