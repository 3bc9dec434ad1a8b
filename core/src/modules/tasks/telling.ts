import { type Scope, userIdOf } from '../../platform/db/scope.ts'
import type { Tx } from '../../platform/db/uow.ts'
import type { Notify } from '../notifications/index.ts'
import type { DueTask } from './repo.ts'

/** A task with the people who are to do it. */
interface Told {
  id: number
  name: string
  /** Null where a person does it alone. */
  team: string | null
  people: readonly number[]
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
  const others = (tx: Tx, userIds: readonly number[]) => userIds.filter((userId) => userId !== userIdOf(tx.scope))
  const about = (id: number) => ({ link: linkOf(id), subject: subjectOf(id) })

  const assigned = (tx: Tx, { id, name, team, people }: Told) => {
    const by = nameOf(tx.scope)
    const params = { task: name, by: team === null ? by : null, giver: team === null ? null : by, team }
    return notify(tx, { userIds: others(tx, people), kind: 'task.assigned', params, ...about(id) })
  }
  const gone = (tx: Tx, id: number) => settle(tx, subjectOf(id))

  return {
    assigned,
    gone,

    async reassigned(tx: Tx, task: Told): Promise<void> {
      await gone(tx, task.id)
      await assigned(tx, task)
    },

    async finished(tx: Tx, { id, name, creatorId }: Pick<Told, 'id' | 'name'> & { creatorId: number | null }) {
      await gone(tx, id)
      const params = { by: nameOf(tx.scope), task: name }
      await notify(tx, { userIds: others(tx, [creatorId ?? []].flat()), kind: 'task.finished', params, ...about(id) })
    },

    async due(tx: Tx, { id, name, ownerId, teamId, limitDate }: DueTask, people: readonly number[]): Promise<void> {
      const whose = teamId === null ? ownerId : `team:${teamId}`
      const cause = `task.due:${id}:${limitDate.getTime()}:${whose}`
      await notify(tx, { userIds: people, kind: 'task.due', params: { task: name }, cause, ...about(id) })
    },
  }
}

export type TaskNotices = ReturnType<typeof createTaskNotices>
