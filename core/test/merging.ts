import { randomUUID } from 'node:crypto'
import type { InboundEvent, Party } from '@recado/sdk'
import { createIntake } from '../src/modules/messages/index.ts'
import { createTestServices } from '../src/modules/operator/testing.ts'
import type { UnitOfWork } from '../src/platform/db/uow.ts'
import { AppError } from '../src/platform/errors/app-error.ts'
import { silentLog } from '../src/platform/logger.ts'
import { makeCompany } from './factories.ts'
import type { Harness } from './harness.ts'

export const PHONE = 'phone:5511987650001'
export const LID = 'lid:777000111222333'

/** `phone:5511…`, `lid:77…`. */
export const party = (name: string | null, ...addresses: string[]): Party => ({
  addresses: addresses.map((address) => {
    const [kind = '', value = ''] = address.split(':')
    return { kind, value }
  }),
  ...(name === null ? {} : { name }),
})

export const said = (
  chat: Party,
  text = 'oi',
  more: Partial<InboundEvent & { kind: 'message' }> = {},
): InboundEvent => ({
  kind: 'message',
  externalId: randomUUID(),
  direction: 'in',
  chat,
  content: { type: 'text', text },
  at: Date.now(),
  ...more,
})

/** A company into which messages come, and the services that look at its contacts. */
export async function startMerges(h: Harness) {
  const company = await makeCompany(h.db)
  const { tenantId } = company
  const admin = await company.user('admin', { name: 'Zuleica Prado' })
  const merges: number[] = []
  const kept: unknown[] = []
  const codes: string[] = []
  const watched: UnitOfWork = {
    run: (...given) => h.db.uow.run(...given).catch(noted),
    query: (...given) => h.db.uow.query<never>(...given).catch(noted),
  }
  const noted = (error: unknown): never => {
    if (!(error instanceof AppError)) codes.push(sqlCode(error))
    throw error
  }
  const services = createTestServices({ ...h.db, uow: watched }, h.clock)
  const intake = createIntake({
    uow: watched,
    log: { ...silentLog, warn: (fields: unknown) => void kept.push(fields) },
    async onApplied(channel, _events, { results }) {
      const made = results.flatMap((result) => result.merges ?? [])
      merges.push(...made)
      if (made.length > 0) await services.contacts.merging.announce(channel.tenantId, made)
    },
  })
  const one = <Row extends object>(sql: string, ...values: unknown[]) =>
    h.db.owner<Row>(sql.replaceAll('$tenant', String(tenantId)), values)

  const world = {
    ...services,
    company,
    tenantId,
    admin,
    scope: admin.scope,
    /** Ids of merges that events brought about. */
    merges,
    /** Events that could not be applied at once: none is expected. */
    kept,
    /** SQLSTATEs of what the database refused. */
    codes,
    rows: one,
    push: (channelId: number, events: InboundEvent[]) =>
      intake.push({ tenantId, channelId, type: 'fake', addressScope: 0 }, null, events),
    /** Contact by address. */
    async ownerOf(address: string): Promise<number> {
      const [kind, value] = address.split(':')
      const [row] = await one<{ id: number }>(
        'select contact_id id from contact_address where tenant_id = $tenant and kind = $1 and value = $2',
        kind,
        value,
      )
      return row?.id ?? 0
    },
    async contactIds(): Promise<number[]> {
      const rows = await one<{ id: number }>(
        'select id from contact where tenant_id = $tenant and merged_into_id is null order by id',
      )
      return rows.map(({ id }) => id)
    },
    /** Texts of all messages by contact, in order within each ticket. */
    async texts(contactId: number): Promise<string[]> {
      const rows = await one<{ body: string }>(
        `select m.body from message m join ticket t on t.tenant_id = m.tenant_id and t.id = m.ticket_id
          where t.tenant_id = $tenant and t.contact_id = $1 order by t.id, m.seq`,
        contactId,
      )
      return rows.map(({ body }) => body)
    },
    tickets: (contactId: number) =>
      one<{ id: number; status: string; address: string; version: number; unread: number; waiting: boolean }>(
        `select t.id, t.status, a.kind || ':' || a.value address, t.version, t.unread_messages unread,
                t.waiting_since is not null waiting
           from ticket t join contact_address a on a.tenant_id = t.tenant_id and a.id = t.address_id
          where t.tenant_id = $tenant and t.contact_id = $1 order by t.id`,
        contactId,
      ),
    /** Somebody known by phone, and somebody known by LID, each with a conversation. */
    async two(channelId: number): Promise<{ phone: number; lid: number }> {
      await world.push(channelId, [said(party(null, PHONE), 'por telefone')])
      await world.push(channelId, [said(party('Rita Lima', LID), 'por lid')])
      return { phone: await world.ownerOf(PHONE), lid: await world.ownerOf(LID) }
    },
  }
  return world
}

const sqlCode = (error: unknown): string =>
  /\b(40P01|40001|23\d{3}|55R\d\d)\b/.exec(
    `${error instanceof Error && 'code' in error ? error.code : ''} ${error}`,
  )?.[1] ?? 'other'

export type MergeWorld = Awaited<ReturnType<typeof startMerges>>
