import type { Profile } from '../auth/contract.ts'
import { isSupervisor } from '../auth/policy.ts'
import type { TaskStatus } from './schemas.ts'

/** Who the caller is to tasks. */
export interface TaskActor {
  /** Null for the operator, who is nobody of this company. */
  userId: number | null
  profile: Profile
  /** Setting of the company: agents may give tasks to others. */
  forOthers: boolean
}

export interface TaskFacts {
  ownerId: number | null
  creatorId: number | null
}

/** Admins and general supervisors see all tasks of the company. */
export const seesAllTasks = ({ userId, profile }: Pick<TaskActor, 'userId' | 'profile'>): boolean =>
  userId === null || isSupervisor(profile)

/** Whoever sees a task may change it. */
export const seesTask = (actor: Pick<TaskActor, 'userId' | 'profile'>, task: TaskFacts): boolean =>
  seesAllTasks(actor) || task.ownerId === actor.userId || task.creatorId === actor.userId

export const mayDelete = (actor: Pick<TaskActor, 'userId' | 'profile'>, task: TaskFacts): boolean =>
  seesAllTasks(actor) || task.creatorId === actor.userId

export const mayAssign = (actor: TaskActor, ownerId: number): boolean =>
  seesAllTasks(actor) || actor.forOthers || ownerId === actor.userId

/** Times as epoch milliseconds. */
export function statusOf(task: { limitDate: number; isFinished: boolean }, now: number): TaskStatus {
  if (task.isFinished) return 'finished'
  return task.limitDate <= now ? 'delayed' : 'pending'
}

/**
 * When the owner is told of the limit after a change; null for never. An unchanged limit keeps what was planned, so that
 * nobody is told twice; a task that is taken up again is told of once more if there is still time.
 */
export function noticeAfter(
  before: { limitDate: number; isFinished: boolean; noticeAt: number | null } | null,
  after: { limitDate: number; isFinished: boolean },
  now: number,
): number | null {
  if (after.isFinished) return null
  if (before === null || before.limitDate !== after.limitDate) return after.limitDate
  if (!before.isFinished) return before.noticeAt
  return after.limitDate > now ? after.limitDate : null
}
