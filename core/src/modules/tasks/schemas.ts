import { type Static, Type } from 'typebox'
import { Id, Moment, Nullable } from '../../platform/http/shapes.ts'

/** The most urgent first. */
export const PRIORITIES = ['high', 'medium', 'low', 'none'] as const
export type Priority = (typeof PRIORITIES)[number]

/** `delayed` is one that is not finished after its limit. */
export const TASK_STATUSES = ['delayed', 'pending', 'finished'] as const
export type TaskStatus = (typeof TASK_STATUSES)[number]

const Person = Type.Object({ id: Id, name: Type.String() })

export const Task = Type.Object({
  id: Id,
  name: Type.String(),
  description: Type.String(),
  limitDate: Moment,
  /** Who does it; null where a team does, and after they left the company. */
  ownerId: Nullable(Id),
  owner: Nullable(Person),
  /** Whose people do it together. */
  teamId: Nullable(Id),
  team: Nullable(Person),
  priority: Type.Enum([...PRIORITIES]),
  status: Type.Enum([...TASK_STATUSES]),
  creatorId: Nullable(Id),
  creator: Nullable(Person),
  finishedAt: Nullable(Moment),
  createdAt: Moment,
  updatedAt: Moment,
})
export type Task = Static<typeof Task>

const fields = {
  name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
  description: Type.String({ minLength: 1, maxLength: 4000, pattern: '\\S' }),
  limitDate: Moment,
  /** A person or a team, whichever of the two is told. */
  ownerId: Type.Optional(Nullable(Id)),
  teamId: Type.Optional(Nullable(Id)),
  priority: Type.Enum([...PRIORITIES]),
}

export const TaskCreate = Type.Object(fields)
export type TaskCreate = Static<typeof TaskCreate>

/** Changes what is given. `finished` says whether it is done. */
export const TaskUpdate = Type.Object({
  ...Type.Partial(TaskCreate).properties,
  finished: Type.Optional(Type.Boolean()),
})
export type TaskUpdate = Static<typeof TaskUpdate>

export const TaskCounts = Type.Object({ delayed: Type.Integer(), pending: Type.Integer(), finished: Type.Integer() })
export type TaskCounts = Static<typeof TaskCounts>
