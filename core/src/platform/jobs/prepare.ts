import { isDeepStrictEqual } from 'node:util'
import type { PgBoss, QueueResult, Schedule } from 'pg-boss'
import type { TSchema } from 'typebox'
import { deadName, toInsert } from './define.ts'
import { EXPIRE_SECONDS } from './lane.ts'
import type { Job } from './types.ts'

const DAY = 86_400
const DEAD_QUEUE = { retentionSeconds: 30 * DAY, deleteAfterSeconds: 30 * DAY }

/** Makes the queues of these jobs as they are to be. On a warm start they all are, which one look tells. */
export async function prepareQueues(boss: PgBoss, jobs: readonly Job<TSchema>[]): Promise<void> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const job of jobs) {
    const dead = deadName(job.name)
    if (!known.has(dead)) await boss.createQueue(dead, DEAD_QUEUE)
    const wanted = queueOf(job)
    const found = known.get(job.name)
    if (!found) await boss.createQueue(job.name, { ...wanted, policy: 'short' })
    if (!(found && isSet(found, wanted))) await boss.updateQueue(job.name, wanted)
  }
}

const queueOf = ({ name, retry = {}, expireSeconds = EXPIRE_SECONDS }: Job<TSchema>) => ({
  deadLetter: deadName(name),
  retryLimit: retry.limit ?? 5,
  retryDelay: retry.delaySeconds ?? 5,
  retryBackoff: true,
  retryDelayMax: retry.maxDelaySeconds ?? 3_600,
  expireInSeconds: expireSeconds,
  retentionSeconds: 14 * DAY,
  deleteAfterSeconds: DAY,
})

const isSet = (found: QueueResult, wanted: ReturnType<typeof queueOf>): boolean =>
  Object.entries(wanted).every(([option, value]) => found[option as keyof typeof wanted] === value)

/** Writes when these jobs run by the clock, and that the others do not, where that is not what is written already. */
export async function prepareSchedules(boss: PgBoss, jobs: readonly Job<TSchema>[]): Promise<void> {
  const known = new Map((await boss.getSchedules()).map((schedule) => [schedule.name, schedule]))
  for (const job of jobs) {
    const found = known.get(job.name)
    if (typeof job.every !== 'string') {
      if (found) await boss.unschedule(job.name)
      continue
    }
    const { data } = toInsert(job, {})
    const options = { tz: 'UTC', missed: 'once', singletonKey: 'every' } as const
    if (!(found && isWritten(found, job.every, data, options))) await boss.schedule(job.name, job.every, data, options)
  }
}

const isWritten = (found: Schedule, cron: string, data: object, options: { tz: string }): boolean =>
  isDeepStrictEqual(
    [found.cron, found.timezone, found.data, found.options],
    [cron, options.tz, JSON.parse(JSON.stringify(data)), options],
  )
