import { statusOf } from './policy.ts'
import type { TaskRow } from './repo.ts'
import type { Task } from './schemas.ts'

/** `now` is epoch milliseconds. */
export const presentTask = ({ noticeAt: _, ...row }: TaskRow, now: number): Task => ({
  ...row,
  limitDate: row.limitDate.toISOString(),
  status: statusOf({ limitDate: row.limitDate.getTime(), isFinished: row.finishedAt !== null }, now),
  finishedAt: row.finishedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})
