import type { Tx } from '../../platform/db/uow.ts'

/** What a ticket is pointed at must be of this company and in use. */
export async function isActiveUser(tx: Tx, id: number): Promise<boolean> {
  return (await tx.db.user.count({ where: { id, isActive: true } })) === 1
}

export async function isActiveQueue(tx: Tx, id: number): Promise<boolean> {
  return (await tx.db.queue.count({ where: { id, isActive: true } })) === 1
}

export async function hasActiveQueues(tx: Tx): Promise<boolean> {
  return (await tx.db.queue.findFirst({ where: { isActive: true }, select: { id: true } })) !== null
}

export async function isInQueue(tx: Tx, userId: number, queueId: number): Promise<boolean> {
  return (await tx.db.userQueue.count({ where: { userId, queueId } })) === 1
}

export async function isActiveReason(tx: Tx, id: number): Promise<boolean> {
  return (await tx.db.closingReason.count({ where: { id, isActive: true } })) === 1
}

export async function hasActiveReasons(tx: Tx): Promise<boolean> {
  return (await tx.db.closingReason.findFirst({ where: { isActive: true }, select: { id: true } })) !== null
}

/** Where a contact is reached on a channel: an address of its own there, else one good everywhere, its number first. */
export async function findAddress(
  tx: Tx,
  contactId: number,
  kind: string,
  channelId: number,
): Promise<{ id: number } | null> {
  const rows = await tx.db.$queryRaw<{ id: number }[]>`
    select a.id from contact_address a join contact c on c.tenant_id = a.tenant_id and c.id = a.contact_id
     where a.contact_id = ${contactId} and a.kind = ${kind} and a.scope in (0, ${channelId})
     order by a.scope desc, (a.value = c.number) is true desc, a.id limit 1`
  return rows[0] ?? null
}

/** Has the contact a history on the channel? Comments are none. */
export async function hasTicketOn(tx: Tx, contactId: number, channelId: number): Promise<boolean> {
  return (await tx.db.ticket.findFirst({ where: { contactId, channelId, thread: '' }, select: { id: true } })) !== null
}

export interface ChannelTexts {
  greetingMessage: string
  acceptMessage: string
  transferMessage: string
  farewellMessage: string
}

/** Also of a deleted channel, whose tickets stay. */
export async function channelTexts(tx: Tx, id: number): Promise<ChannelTexts> {
  const row = await tx.db.channel.findFirst({
    where: { id },
    select: { greetingMessage: true, acceptMessage: true, transferMessage: true, farewellMessage: true },
  })
  return row ?? { greetingMessage: '', acceptMessage: '', transferMessage: '', farewellMessage: '' }
}
