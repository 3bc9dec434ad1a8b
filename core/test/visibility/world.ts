import { randomUUID } from 'node:crypto'
import type { Socket } from 'socket.io-client'
import { type Company, type Person, type TestApp, until } from '../app.ts'
import type { ModelCompany, ModelTicket } from './model.ts'

type Heard = Socket & { received: { event: string; payload: unknown }[] }

export interface LivePerson extends Person {
  socket: Heard
}

/** A ticket of the model as it stands in the database. */
export interface StandingTicket {
  id: number
  contactId: number
  messageId: string
  mediaId: string
  model: ModelTicket
}

/** People who stay signed in, with a live socket each, while their company becomes another one around them. */
export async function createWorld(app: TestApp, size: number) {
  const { system } = app.db
  const company: Company = await app.newTenant()
  const { tenantId, admin } = company
  const channel = await company.channel('fake')
  const otherChannel = await company.channel('fake')
  const plans = await Promise.all(
    [true, false].map((groups) =>
      system.plan.create({ data: { name: `Plano ${randomUUID()}`, maxUsers: 100, maxConnections: 100, groups } }),
    ),
  )
  const people: LivePerson[] = []
  for (let n = 0; n < size; n++) {
    const person = await company.user()
    people.push({ ...person, socket: (await app.socket(person.token)) as Heard })
  }
  let told = 0
  let round = 0

  const heard = ({ socket }: LivePerson, event: string) =>
    socket.received.filter((one) => one.event === `${tenantId}:${event}`).map(({ payload }) => payload)

  /** Rights are loaded again for everybody, and every socket has heard all that was told before. */
  const settle = async (): Promise<void> => {
    told++
    await admin.api.put('/settings/ticketsLimitOpen', { value: 10 + (told % 90) })
    await until(() => people.every((person) => heard(person, 'resync').length >= told))
  }

  const clear = async (): Promise<void> => {
    const where = { tenantId }
    await system.notification.deleteMany({ where })
    await system.userQueue.deleteMany({ where })
    await system.userChannel.deleteMany({ where })
    await system.queue.deleteMany({ where })
  }

  const addTickets = async (model: ModelCompany, queueIds: number[]): Promise<StandingTicket[]> => {
    const add = async (ticket: ModelTicket, n: number): Promise<StandingTicket> => {
      const number = `55119${String(tenantId * 1_000_000 + round * 100 + n).padStart(8, '0')}`
      const { id: contactId } = await system.contact.create({
        data: { tenantId, name: `Pessoa ${round}`, number, isGroup: ticket.isGroup },
      })
      const { id: addressId } = await system.contactAddress.create({
        data: { tenantId, contactId, kind: 'phone', value: number },
      })
      const owners = ticket.wallets.flatMap((place) => people[place]?.id ?? [])
      await system.contactWallet.createMany({ data: owners.map((userId) => ({ tenantId, contactId, userId })) })
      const { id } = await system.ticket.create({
        data: {
          tenantId,
          contactId,
          addressId,
          channelId: channel.id,
          protocol: randomUUID(),
          status: ticket.status,
          isGroup: ticket.isGroup,
          queueId: ticket.queue === null ? null : (queueIds[ticket.queue] ?? null),
          userId: ticket.owner === null ? null : (people[ticket.owner]?.id ?? null),
          chatFlowId: ticket.isInFlow ? 5 : null,
          snoozedUntil: ticket.status === 'pending' && ticket.isSnoozed ? new Date(Date.now() + 86_400_000) : null,
          closedAt: ticket.status === 'closed' ? new Date() : null,
          unreadMessages: ticket.status === 'closed' ? 0 : 1,
          seq: 1,
        },
      })
      const mediaId = randomUUID()
      const messageId = randomUUID()
      await system.media.create({ data: { tenantId, id: mediaId, storageKey: mediaId, mimeType: 'image/png' } })
      await system.message.create({
        data: {
          tenantId,
          id: messageId,
          ticketId: id,
          seq: 1,
          channelId: channel.id,
          fromMe: false,
          type: 'text',
          body: `Recado ${n}`,
          content: { type: 'text', text: `Recado ${n}` },
          mediaId,
          status: 'received',
          sentAt: new Date(),
        },
      })
      await system.ticketNote.create({
        data: { tenantId, ticketId: id, userName: 'Zuleica Prado', body: `Anotação ${n}`, createdAt: new Date() },
      })
      await system.notification.createMany({
        data: people.map(({ id: userId }) => ({ tenantId, userId, kind: 'assigned', ticketId: id, params: {} })),
      })
      return { id, contactId, messageId, mediaId, model: ticket }
    }
    const standing = await Promise.all(model.tickets.map(add))
    return standing.sort((one, other) => one.id - other.id)
  }

  return {
    company,
    people,
    heard,
    settle,

    /** The company becomes what the model says; everybody's rights follow while they are connected. */
    async become(model: ModelCompany): Promise<StandingTicket[]> {
      round++
      await clear()
      const queueIds: number[] = []
      for (let n = 0; n < model.queueCount; n++)
        queueIds.push((await system.queue.create({ data: { tenantId, name: `Fila ${round} ${n}` } })).id)
      for (const [key, isOn] of Object.entries(model.settings)) {
        const value = isOn ? 'enabled' : 'disabled'
        await system.setting.upsert({
          where: { tenantId_key: { tenantId, key } },
          create: { tenantId, key, value },
          update: { value },
        })
      }
      const plan = plans[model.planHasGroups ? 0 : 1]
      await system.tenant.update({ where: { id: tenantId }, data: { planId: plan?.id ?? null } })
      for (const [place, person] of people.entries()) {
        const { profile = 'user', queues = [] } = model.people[place] ?? {}
        await system.user.update({ where: { tenantId_id: { tenantId, id: person.id } }, data: { profile } })
        await system.userQueue.createMany({
          data: queues.map((queue) => ({ tenantId, userId: person.id, queueId: queueIds[queue] ?? 0 })),
        })
        // which channels somebody may open tickets on hides nothing
        if (place % 2 === 0)
          await system.userChannel.create({ data: { tenantId, userId: person.id, channelId: otherChannel.id } })
      }
      const standing = await addTickets(model, queueIds)
      await settle()
      return standing
    },

    /** Deletes the tickets as an admin does; whoever saw one hears that it is gone. */
    async end(standing: StandingTicket[]): Promise<void> {
      for (const { id } of standing) await admin.api.delete(`/tickets/${id}`)
      await settle()
    },
  }
}

export type World = Awaited<ReturnType<typeof createWorld>>
