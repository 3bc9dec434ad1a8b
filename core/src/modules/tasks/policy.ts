import type { Profile } from '../auth/contract.ts'
import { isSupervisor } from '../auth/policy.ts'
import type { TaskStatus } from './schemas.ts'

/** Who the caller is to tasks. */
export interface TaskActor {
  /** Null for the operator, who is nobody of this company. */
  userId: number | null
  profile: Profile
  /** Teams that they are in. */
  teamIds: readonly number[]
  /** Setting of the company: agents may give tasks to others. */
  forOthers: boolean
}

export interface TaskFacts {
  ownerId: number | null
  teamId: number | null
  creatorId: number | null
}

/** Admins and general supervisors see all tasks of the company. */
export const seesAllTasks = ({ userId, profile }: Pick<TaskActor, 'userId' | 'profile'>): boolean =>
  userId === null || isSupervisor(profile)

/** Whoever sees a task may change it. */
export const seesTask = (actor: Pick<TaskActor, 'userId' | 'profile' | 'teamIds'>, task: TaskFacts): boolean =>
  seesAllTasks(actor) ||
  task.ownerId === actor.userId ||
  task.creatorId === actor.userId ||
  (task.teamId !== null && actor.teamIds.includes(task.teamId))

export const mayDelete = (actor: Pick<TaskActor, 'userId' | 'profile'>, task: TaskFacts): boolean =>
  seesAllTasks(actor) || task.creatorId === actor.userId

/** Agents give tasks to themselves and to their own teams. */
export const mayAssign = (actor: TaskActor, { ownerId, teamId }: Pick<TaskFacts, 'ownerId' | 'teamId'>): boolean =>
  seesAllTasks(actor) ||
  actor.forOthers ||
  (teamId === null ? ownerId === actor.userId : actor.teamIds.includes(teamId))

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
