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

export const findContact = (tx: Tx, id: number) =>
  tx.db.contact.findFirst({ where: { id }, select: { id: true, isGroup: true } })

/** Where a contact is reached on a channel: an address of its own there, else one good everywhere. */
export const findAddress = (tx: Tx, contactId: number, kind: string, channelId: number) =>
  tx.db.contactAddress.findFirst({
    where: { contactId, kind, scope: { in: [0, channelId] } },
    orderBy: [{ scope: 'desc' }, { id: 'asc' }],
    select: { id: true },
  })

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
