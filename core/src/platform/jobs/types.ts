import type { Static, TSchema } from 'typebox'
import type { Tx } from '../db/uow.ts'

/**
 * A kind of work. A job is a hint: payloads hold ids, handlers read again and do nothing if the state moved on, since a
 * job may run twice (reliability M-01).
 */
export interface Job<S extends TSchema = TSchema> {
  /** `module.what-it-does`; never reused for something else. */
  name: string
  /** Rises when the schema changes; a node that does not know it yet puts the job back. */
  version: number
  /** An integer `tenantId` in it makes the job count for that company's share. */
  schema: S
  /** Cron in UTC, or seconds between runs over all nodes together. */
  every?: string | number
  /** Of several waiting jobs with one key, one is kept. */
  singletonKey?: (data: Static<S>) => string
  retry?: { limit?: number; delaySeconds?: number; maxDelaySeconds?: number }
  /** A job that runs longer is given to another worker; its signal is aborted at 80 %. */
  expireSeconds?: number
  /** Jobs of this kind that one node runs at once. */
  concurrency?: number
  /** How many of them one company may take. */
  perTenant?: number
}

export interface JobContext {
  id: string
  /** Aborted when time is up or the node drains. */
  signal: AbortSignal
  /** 0 at first. */
  attempt: number
}

export type JobHandler<S extends TSchema> = (data: Static<S>, context: JobContext) => Promise<void>

export interface SendOptions {
  key?: string
  /** Not before this moment. */
  startAfter?: Date
}

export interface QueueInfo {
  name: string
  queued: number
  active: number
  dead: number
  oldestQueuedAt: string | null
}

export interface DeadJobInfo {
  id: string
  queue: string
  tenantId: number | null
  error: string | null
  createdAt: string
}

export interface Jobs {
  /** Before `start`. On nodes that are no workers the handler never runs. */
  register<S extends TSchema>(job: Job<S>, handler: JobHandler<S>): void
  start(): Promise<void>
  /** @throws when the data do not fit the schema. A duplicate is no error. */
  send<S extends TSchema>(job: Job<S>, data: Static<S>, options?: SendOptions): Promise<void>
  /** Many at once. */
  sendAll<S extends TSchema>(job: Job<S>, data: Static<S>[], options?: Pick<SendOptions, 'startAfter'>): Promise<void>
  /** With the transaction: gone when it is rolled back, run when it is committed. */
  sendIn<S extends TSchema>(tx: Tx, job: Job<S>, data: Static<S>, options?: SendOptions): Promise<void>
  stats(): Promise<QueueInfo[]>
  /** Jobs that failed for good, newest first. */
  dead(limit?: number): Promise<DeadJobInfo[]>
  /** @returns how many run again @throws ERR_NOT_FOUND for a queue that is not known */
  redrive(queue: string, ids?: string[]): Promise<number>
  /** Waits for running jobs, at most `drainMs`. */
  close(drainMs?: number): Promise<void>
}
