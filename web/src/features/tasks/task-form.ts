import { type Priority, type Task, tasksContract } from '@recado/core/modules/tasks/contract'
import { Type } from 'typebox'
import { momentOfWallClock, wallClockOf } from '../../lib/format/wall-clock.ts'
import { call } from '../../lib/http/client.ts'

const { create, update } = tasksContract.routes

export interface TaskValues {
  name: string
  description: string
  /** `2026-11-20T15:30` on the company's clock. */
  limit: string
  ownerId: number | null
  priority: Priority
}

const { name, description, ownerId, priority } = create.body.properties

export const taskSchema = Type.Object({
  name,
  description,
  limit: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}' }),
  ownerId,
  priority,
})

/** The next full hour, at least half an hour away; epoch milliseconds. */
export function soon(now: number): number {
  const hour = 3_600_000
  return Math.ceil((now + hour / 2) / hour) * hour
}

const limitOf = (at: number): string => {
  const { date, time } = wallClockOf(at)
  return `${date}T${time}`
}

/** `now` is epoch milliseconds. */
export function initialOf(task: Task | null, userId: number | null, now: number): TaskValues {
  if (!task) return { name: '', description: '', limit: limitOf(soon(now)), ownerId: userId, priority: 'medium' }
  const { name, description, ownerId, priority } = task
  return { name, description, limit: limitOf(Date.parse(task.limitDate)), ownerId, priority }
}

/** Seconds that the field does not show are not changed by saving. */
export function limitDateOf(task: Pick<Task, 'limitDate'> | null, limit: string): string {
  if (task && limitOf(Date.parse(task.limitDate)) === limit) return task.limitDate
  const [date = '', time = ''] = limit.split('T')
  return new Date(momentOfWallClock({ date, time }) ?? Number.NaN).toISOString()
}

export async function saveTask(task: Task | null, values: TaskValues): Promise<Task> {
  const { limit, ownerId, ...rest } = values
  if (ownerId === null) throw new TypeError('a task without an owner')
  const body = { ...rest, ownerId, limitDate: limitDateOf(task, limit) }
  return task ? call(update, { params: { id: task.id }, body }) : call(create, { body })
}
