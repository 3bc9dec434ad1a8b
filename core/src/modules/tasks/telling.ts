import { type Scope, userIdOf } from '../../platform/db/scope.ts'
import type { Tx } from '../../platform/db/uow.ts'
import type { Notify } from '../notifications/index.ts'
import type { DueTask } from './repo.ts'

interface Told {
  id: number
  name: string
  ownerId: number | null
}

export interface TellingDeps {
  notify: Notify
  /** Nobody needs to be told any more what is left to read of this subject. */
  settle(tx: Tx, subject: string): Promise<void>
}

const subjectOf = (id: number): string => `task:${id}`
const linkOf = (id: number): string => `/tarefas?id=${id}`
const nameOf = ({ actor }: Scope): string | null => (actor.kind === 'system' ? null : actor.name)

/** What people are told of tasks; nobody is told what they did themselves. In the unit of work of the change. */
export function createTaskNotices({ notify, settle }: TellingDeps) {
  const tell = (tx: Tx, kind: 'task.assigned' | 'task.finished', { id, name }: Told, userId: number | null) => {
    if (userId === null || userId === userIdOf(tx.scope)) return Promise.resolve()
    const params = { by: nameOf(tx.scope), task: name }
    return notify(tx, { userIds: [userId], kind, params, link: linkOf(id), subject: subjectOf(id) })
  }

  const assigned = (tx: Tx, task: Told) => tell(tx, 'task.assigned', task, task.ownerId)
  const gone = (tx: Tx, id: number) => settle(tx, subjectOf(id))

  return {
    assigned,
    gone,

    async reassigned(tx: Tx, task: Told): Promise<void> {
      await gone(tx, task.id)
      await assigned(tx, task)
    },

    async finished(tx: Tx, task: Told & { creatorId: number | null }): Promise<void> {
      await gone(tx, task.id)
      await tell(tx, 'task.finished', task, task.creatorId)
    },

    async due(tx: Tx, { id, name, ownerId, limitDate }: DueTask): Promise<void> {
      if (ownerId === null) return
      const cause = `task.due:${id}:${limitDate.getTime()}:${ownerId}`
      const told = { params: { task: name }, link: linkOf(id), subject: subjectOf(id), cause }
      await notify(tx, { userIds: [ownerId], kind: 'task.due', ...told })
    },
  }
}

export type TaskNotices = ReturnType<typeof createTaskNotices>
