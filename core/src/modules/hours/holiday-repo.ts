import type { Prisma } from '../../platform/db/generated/client.ts'
import type { Tx } from '../../platform/db/uow.ts'
import type { Level, Period } from './contract.ts'

export interface HolidayValues {
  day: number
  month: number
  year: number | null
  name: string
  message: string
  mode: 'closed' | 'one' | 'two'
  periods: Period[]
  scope: Level
}

const columns = ({ periods, ...rest }: HolidayValues) => ({
  ...rest,
  periods: periods as unknown as Prisma.InputJsonArray,
})

export async function insertHoliday(tx: Tx, values: HolidayValues): Promise<number> {
  return (await tx.db.holiday.create({ data: columns(values), select: { id: true } })).id
}

export async function updateHoliday(tx: Tx, id: number, values: HolidayValues): Promise<void> {
  await tx.db.holiday.updateMany({ where: { id }, data: columns(values) })
}

/** Where it holds: channels or queues of its scope, none for the company. */
export async function savePlaces(tx: Tx, holidayId: number, scope: Level, ids: readonly number[]): Promise<void> {
  await tx.db.holidayPlace.deleteMany({ where: { holidayId } })
  if (scope === 'company') return
  const data = ids.map((id) => ({ holidayId, ...(scope === 'channel' ? { channelId: id } : { queueId: id }) }))
  await tx.db.holidayPlace.createMany({ data })
}

/** @returns whether it was there */
export async function deleteHoliday(tx: Tx, id: number): Promise<boolean> {
  return (await tx.db.holiday.deleteMany({ where: { id } })).count > 0
}
