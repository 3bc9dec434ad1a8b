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
  /** A person as `person:7`, or a team as `team:3`. */
  owner: string | null
  priority: Priority
}

const { name, description, priority } = create.body.properties

export const taskSchema = Type.Object({
  name,
  description,
  limit: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}' }),
  owner: Type.String(),
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

export const personKey = (id: number): string => `person:${id}`
export const teamKey = (id: number): string => `team:${id}`

const ownerOf = ({ ownerId, teamId }: Pick<Task, 'ownerId' | 'teamId'>): string | null => {
  if (teamId !== null) return teamKey(teamId)
  return ownerId === null ? null : personKey(ownerId)
}

/** What a key of the two kinds means to the server. */
export function doersOf(owner: string): { ownerId: number } | { teamId: number } {
  const [kind, id] = owner.split(':')
  return kind === 'team' ? { teamId: Number(id) } : { ownerId: Number(id) }
}

/** `now` is epoch milliseconds. */
export function initialOf(task: Task | null, userId: number | null, now: number): TaskValues {
  const me = userId === null ? null : personKey(userId)
  if (!task) return { name: '', description: '', limit: limitOf(soon(now)), owner: me, priority: 'medium' }
  const { name, description, priority } = task
  return { name, description, limit: limitOf(Date.parse(task.limitDate)), owner: ownerOf(task), priority }
}

/** Seconds that the field does not show are not changed by saving. */
export function limitDateOf(task: Pick<Task, 'limitDate'> | null, limit: string): string {
  if (task && limitOf(Date.parse(task.limitDate)) === limit) return task.limitDate
  const [date = '', time = ''] = limit.split('T')
  return new Date(momentOfWallClock({ date, time }) ?? Number.NaN).toISOString()
}

export async function saveTask(task: Task | null, values: TaskValues): Promise<Task> {
  const { limit, owner, ...rest } = values
  if (owner === null) throw new TypeError('a task without an owner')
  const body = { ...rest, ...doersOf(owner), limitDate: limitDateOf(task, limit) }
  return task ? call(update, { params: { id: task.id }, body }) : call(create, { body })
}
