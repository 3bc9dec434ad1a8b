import { randomUUID } from 'node:crypto'
import type { Profile, Scope } from '../src/platform/db/scope.ts'
import type { TestDatabase } from './database.ts'

export interface TicketValues {
  status?: 'open' | 'pending' | 'closed'
  contactId?: number
  channelId?: number
  queueId?: number | null
  userId?: number | null
  chatFlowId?: number | null
  isGroup?: boolean
  unreadMessages?: number
  lastMessageAt?: Date
  closedAt?: Date
  seq?: number
  protocol?: string
}

/** A company of its own, put straight into the database; what is not told is ordinary. */
export async function makeCompany(db: TestDatabase, values: { name?: string; timezone?: string } = {}) {
  const { system } = db
  const tenant = await system.tenant.create({ data: { name: `Empresa ${randomUUID()}`, ...values } })
  const tenantId = tenant.id
  let count = 0

  const company = {
    tenantId,

    async queue(name = `Fila ${randomUUID()}`, isActive = true): Promise<number> {
      return (await system.queue.create({ data: { tenantId, name, isActive } })).id
    },

    async user(profile: Profile = 'user', more: { name?: string; queues?: number[]; isActive?: boolean } = {}) {
      const { name = 'Benedito Luz', queues = [], isActive = true } = more
      const { id } = await system.user.create({
        data: { tenantId, name, email: `${randomUUID()}@recado.test`, passwordHash: '-', profile, isActive },
      })
      await system.userQueue.createMany({ data: queues.map((queueId) => ({ tenantId, userId: id, queueId })) })
      const scope: Scope = {
        tenantId,
        actor: { kind: 'user', userId: id, profile, sessionId: randomUUID(), name },
        locale: 'pt',
        requestId: 'test',
      }
      return { id, scope }
    },

    /** Connected. */
    async channel(
      more: Partial<{
        name: string
        type: string
        state: string
        isDefault: boolean
        acceptMessage: string
        transferMessage: string
        farewellMessage: string
      }> = {},
    ): Promise<number> {
      const channel = { name: `Canal ${randomUUID()}`, type: 'fake', state: 'connected', ...more }
      return (await system.channel.create({ data: { tenantId, ...channel } })).id
    },

    /** With a phone and the address that belongs to it, unless told otherwise. */
    async contact(
      more: Partial<{ name: string; number: string | null; email: string; isGroup: boolean; wallets: number[] }> = {},
    ): Promise<number> {
      const { wallets = [], ...rest } = more
      const number =
        more.number === undefined ? `5511${String(tenantId * 10_000 + ++count).padStart(9, '9')}` : more.number
      const { id } = await system.contact.create({ data: { tenantId, name: 'Iracema Dias', ...rest, number } })
      const kind = number === null ? 'visitor' : 'phone'
      await system.contactAddress.create({ data: { tenantId, contactId: id, kind, value: number ?? randomUUID() } })
      await system.contactWallet.createMany({ data: wallets.map((userId) => ({ tenantId, contactId: id, userId })) })
      return id
    },

    async ticket(more: TicketValues = {}): Promise<number> {
      const contactId = more.contactId ?? (await company.contact({ isGroup: more.isGroup ?? false }))
      const channelId = more.channelId ?? (await company.someChannel())
      const address = await system.contactAddress.findFirstOrThrow({ where: { tenantId, contactId } })
      const status = more.status ?? 'pending'
      const { id } = await system.ticket.create({
        data: {
          tenantId,
          addressId: address.id,
          protocol: randomUUID(),
          ...(status === 'closed' ? { closedAt: new Date() } : {}),
          ...more,
          status,
          contactId,
          channelId,
        },
      })
      return id
    },

    async someChannel(): Promise<number> {
      const known = await system.channel.findFirst({ where: { tenantId }, orderBy: { id: 'asc' } })
      return known?.id ?? company.channel()
    },

    async message(ticketId: number, seq: number, fromMe = false): Promise<string> {
      const ticket = await system.ticket.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id: ticketId } } })
      const id = randomUUID()
      await system.message.create({
        data: {
          tenantId,
          id,
          ticketId,
          seq,
          channelId: ticket.channelId,
          fromMe,
          type: 'text',
          body: `Mensagem ${seq}`,
          content: { type: 'text', text: `Mensagem ${seq}` },
          status: fromMe ? 'sent' : 'received',
          sentAt: new Date(),
        },
      })
      return id
    },

    async setting(key: string, value: string): Promise<void> {
      await system.setting.upsert({
        where: { tenantId_key: { tenantId, key } },
        create: { tenantId, key, value },
        update: { value },
      })
    },

    async closingReason(name = `Motivo ${randomUUID()}`, isActive = true): Promise<number> {
      return (await system.closingReason.create({ data: { tenantId, name, isActive } })).id
    },

    async tag(name = `Etiqueta ${randomUUID()}`, contactIds: number[] = []): Promise<number> {
      const { id } = await system.tag.create({ data: { tenantId, name, color: '#2266aa' } })
      await system.contactTag.createMany({ data: contactIds.map((contactId) => ({ tenantId, contactId, tagId: id })) })
      return id
    },
  }
  return company
}

export type TestCompany = Awaited<ReturnType<typeof makeCompany>>
