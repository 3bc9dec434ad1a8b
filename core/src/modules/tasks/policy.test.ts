import { expect, it } from 'vitest'
import { mayAssign, mayDelete, noticeAfter, seesTask, statusOf, type TaskActor } from './policy.ts'

const agent: TaskActor = { userId: 7, profile: 'user', teamIds: [3], forOthers: false }
const supervisor: TaskActor = { ...agent, userId: 8, profile: 'supervisor' }
const queueSupervisor: TaskActor = { ...agent, userId: 9, profile: 'supervisorfila' }
const operator: TaskActor = { ...agent, userId: null, profile: 'admin' }

it('people see what they or their teams do and what they created; supervisors everything', () => {
  const tasks = [
    { ownerId: 7, teamId: null, creatorId: 1 },
    { ownerId: 1, teamId: null, creatorId: 7 },
    { ownerId: 1, teamId: null, creatorId: 1 },
    { ownerId: null, teamId: null, creatorId: null },
    { ownerId: null, teamId: 3, creatorId: 1 },
    { ownerId: null, teamId: 4, creatorId: 1 },
  ]
  const seen = (actor: TaskActor) => tasks.map((task) => seesTask(actor, task))
  expect(seen(agent)).toEqual([true, true, false, false, true, false])
  expect(seen({ ...queueSupervisor, teamIds: [] })).toEqual(tasks.map(() => false))
  expect(seen(supervisor)).toEqual(tasks.map(() => true))
  expect(seen(operator)).toEqual(tasks.map(() => true))
  expect(tasks.map((task) => mayDelete(agent, task))).toEqual([false, true, false, false, false, false])
})

it('others get tasks from supervisors, and from agents where the company allows it', () => {
  const wanted = [7, 1].map((ownerId) => ({ ownerId, teamId: null }))
  const teams = [3, 4].map((teamId) => ({ ownerId: null, teamId }))
  const may = (actor: TaskActor) => [...wanted, ...teams].map((doers) => mayAssign(actor, doers))
  expect(may(agent)).toEqual([true, false, true, false])
  expect(may({ ...agent, forOthers: true })).toEqual([true, true, true, true])
  expect(may(supervisor)).toEqual([true, true, true, true])
})

it('is delayed from its limit on, until it is finished', () => {
  const at = (isFinished: boolean, now: number) => statusOf({ limitDate: 100, isFinished }, now)
  expect([at(false, 99), at(false, 100), at(true, 200)]).toEqual(['pending', 'delayed', 'finished'])
})

it('the limit is told once, again only when it is moved or the task is taken up in time', () => {
  const open = { limitDate: 100, isFinished: false }
  const done = { limitDate: 100, isFinished: true }
  expect(noticeAfter(null, open, 0)).toBe(100)
  expect(noticeAfter({ ...open, noticeAt: 100 }, open, 50)).toBe(100)
  expect(noticeAfter({ ...open, noticeAt: null }, open, 150)).toBeNull()
  expect(noticeAfter({ ...open, noticeAt: null }, { ...open, limitDate: 300 }, 150)).toBe(300)
  expect(noticeAfter({ ...open, noticeAt: 100 }, done, 50)).toBeNull()
  expect(noticeAfter({ ...done, noticeAt: null }, open, 50)).toBe(100)
  expect(noticeAfter({ ...done, noticeAt: null }, open, 150)).toBeNull()
})
