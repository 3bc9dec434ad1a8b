import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { newId } from '../ids.ts'
import type { Job, SendOptions } from './types.ts'

/** What is stored of a job: version and data. */
export interface Stored {
  v: number
  d: unknown
}

export const defineJob = <S extends TSchema>(job: Job<S>): Job<S> => job

export const deadName = (queue: string): string => `${queue}.dead`

/** The company that a job works for, by which shares are kept. */
export const tenantOf = (data: unknown): string | null => {
  if (typeof data !== 'object' || data === null || !('tenantId' in data)) return null
  return Number.isInteger(data.tenantId) ? String(data.tenantId) : null
}

/** Options and data for the queue. Later jobs of one key are told apart by their time, so that none hides a sooner one. */
export function toInsert<S extends TSchema>(job: Job<S>, data: Static<S>, options: SendOptions = {}) {
  if (!Value.Check(job.schema, data)) throw new TypeError(`data of job ${job.name} do not fit its schema`)
  const { startAfter } = options
  const key = options.key ?? job.singletonKey?.(data) ?? newId()
  const tenant = tenantOf(data)
  const stored: Stored = { v: job.version, d: data }
  return {
    data: stored,
    singletonKey: startAfter ? `${key}@${Math.ceil(startAfter.getTime() / 1000)}` : key,
    ...(startAfter ? { startAfter } : {}),
    ...(tenant === null ? {} : { group: { id: tenant } }),
  }
}
