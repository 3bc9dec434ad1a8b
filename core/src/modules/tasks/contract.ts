import { Type } from 'typebox'
import { defineContract } from '../../platform/http/contract.ts'
import { Done, Id, IdParams, PageQuery } from '../../platform/http/shapes.ts'
import { PRIORITIES, TASK_STATUSES, Task, TaskCounts, TaskCreate, TaskUpdate } from './schemas.ts'

export * from './schemas.ts'

export const tasksContract = defineContract('tasks', {
  list: {
    method: 'GET',
    path: '/tasks',
    auth: 'user',
    summary:
      'Tasks by their limit: admins and supervisors see all, others their own, their teams’ and those they created.',
    query: Type.Object({
      ...PageQuery,
      status: Type.Optional(Type.Enum([...TASK_STATUSES])),
      /** Who does it. */
      userId: Type.Optional(Id),
      teamId: Type.Optional(Id),
      priority: Type.Optional(Type.Enum([...PRIORITIES])),
    }),
    response: Type.Object({
      tasks: Type.Array(Task),
      count: Type.Integer(),
      hasMore: Type.Boolean(),
      /** How many there are in each state, whichever was asked for. */
      counts: TaskCounts,
    }),
  },
  open: {
    method: 'GET',
    path: '/tasks/open',
    auth: 'user',
    summary: 'How many tasks the caller and their teams still have to do.',
    response: Type.Object({ delayed: Type.Integer(), pending: Type.Integer() }),
  },
  get: {
    method: 'GET',
    path: '/tasks/{id}',
    auth: 'user',
    summary: 'One task.',
    params: IdParams,
    response: Task,
    errors: ['ERR_NO_TASK_FOUND'],
  },
  create: {
    method: 'POST',
    path: '/tasks',
    auth: 'user',
    summary: 'Creates a task for a person or a team, and tells whoever is to do it.',
    body: TaskCreate,
    response: Task,
    errors: ['ERR_NO_USER_FOUND', 'ERR_NO_TEAM_FOUND', 'ERR_TASK_OWNER'],
  },
  update: {
    method: 'PUT',
    path: '/tasks/{id}',
    auth: 'user',
    summary: 'Changes a task; `finished` closes it or takes it up again.',
    params: IdParams,
    body: TaskUpdate,
    response: Task,
    errors: ['ERR_NO_TASK_FOUND', 'ERR_NO_USER_FOUND', 'ERR_NO_TEAM_FOUND', 'ERR_TASK_OWNER'],
  },
  remove: {
    method: 'DELETE',
    path: '/tasks/{id}',
    auth: 'user',
    summary: 'Deletes a task; only whoever created it, admins and supervisors may.',
    params: IdParams,
    response: Done,
    errors: ['ERR_NO_TASK_FOUND'],
  },
})
