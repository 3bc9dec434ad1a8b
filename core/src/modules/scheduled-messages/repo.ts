import type { Prisma } from '../../platform/db/generated/client.ts'
import type { Tx } from '../../platform/db/uow.ts'

export type ScheduleRow = Prisma.ScheduledMessageGetPayload<object>

export interface ScheduleValues {
  body?: string
  channelId?: number
  scheduleDate?: Date
  repeatCount?: number
  repeatPeriod?: string | null
}

export interface NewSchedule {
  userId: number | null
  contactId: number
  channelId: number
  body: string
  scheduleDate: Date
  repeatCount: number
  repeatPeriod: string | null
  anchorAt: Date
  step: number
  followsId: number | null
  messageIds: string[]
}

export async function insertSchedule(tx: Tx, { scheduleDate, ...values }: NewSchedule): Promise<number> {
  const data = { ...values, scheduleDate, dueAt: scheduleDate }
  return (await tx.db.scheduledMessage.create({ data, select: { id: true } })).id
}

/** Held until the unit of work ends. */
export async function lockSchedule(tx: Tx, id: number): Promise<ScheduleRow | null> {
  await tx.db.$queryRaw`select 1 "found" from scheduled_message where id = ${id} for update`
  return tx.db.scheduledMessage.findFirst({ where: { id } })
}

/** Waits again, from the beginning; repetitions are counted from its date. */
export async function rewriteSchedule(
  tx: Tx,
  id: number,
  { scheduleDate, ...values }: ScheduleValues & { scheduleDate: Date; messageIds: string[] },
): Promise<void> {
  const again = { state: 'pending', attempts: 0, errorCode: null, errorParams: {}, step: 0 }
  const dates = { scheduleDate, dueAt: scheduleDate, anchorAt: scheduleDate }
  await tx.db.scheduledMessage.updateMany({ where: { id }, data: { ...values, ...dates, ...again } })
}

export async function deleteSchedule(tx: Tx, id: number): Promise<void> {
  await tx.db.scheduledMessage.deleteMany({ where: { id } })
}

export async function setFiles(tx: Tx, id: number, mediaIds: string[]): Promise<void> {
  await tx.db.scheduledMessageFile.deleteMany({ where: { scheduledMessageId: id } })
  await tx.db.scheduledMessageFile.createMany({
    data: mediaIds.map((mediaId, position) => ({ scheduledMessageId: id, position, mediaId })),
  })
}

export async function filesOf(tx: Tx, id: number): Promise<string[]> {
  const rows = await tx.db.scheduledMessageFile.findMany({
    where: { scheduledMessageId: id },
    orderBy: { position: 'asc' },
  })
  return rows.map((row) => row.mediaId)
}

/** Who promised the messages that a file belongs to. */
export const holdersOf = (tx: Tx, mediaId: string): Promise<{ userId: number | null }[]> =>
  tx.db.$queryRaw`
    select s.user_id "userId"
      from scheduled_message_file f
      join scheduled_message s on s.tenant_id = f.tenant_id and s.id = f.scheduled_message_id
     where f.media_id = ${mediaId}::uuid`
