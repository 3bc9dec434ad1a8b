import type { Readable } from 'node:stream'
import { isPluginError, RETRY_POLICY } from '@recado/sdk'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { type Scope, systemScope } from '../../platform/db/scope.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { limiter } from '../../platform/limiter.ts'
import type { Log } from '../../platform/logger.ts'
import { MAX_FILE_BYTES } from './contract.ts'
import * as repo from './repo.ts'
import type { Writer } from './writer.ts'

/** Gets the bytes behind a provider's handle, usually by asking the channel's plugin. */
export type FetchMedia = (
  tenantId: number,
  channelId: number,
  ref: string,
  signal: AbortSignal,
) => Promise<{ stream: Readable; mimeType?: string; fileName?: string; size?: number }>

export interface FetchOptions {
  /** Told when a file became ready, or failed for good: its message looks different now. */
  onSettled?: (file: SettledFile, state: 'ready' | 'failed') => void | Promise<void>
  /** Ends the work early; what was taken comes up again. */
  signal?: AbortSignal
}

export type SettledFile = Pick<repo.DueMedia, 'tenantId' | 'id' | 'isPicture'>

export const MAX_ATTEMPTS = 10
const AT_ONCE = 4
const BATCH = 16
const FETCH_MS = 4 * 60_000
/** A batch waits for its turn too. */
const CLAIM_MS = (BATCH / AT_ONCE) * FETCH_MS + 60_000

/** What a picture of a contact may be, and how often it is tried: nobody waits for it. */
const PICTURE = { maxBytes: 5 * 1024 * 1024, maxAttempts: 4, accepts: /^image\/(jpeg|png|webp|gif)$/ }
const FILE = { maxBytes: MAX_FILE_BYTES, maxAttempts: MAX_ATTEMPTS, accepts: undefined }

/** Milliseconds until the next try: 5 s, doubled each time. */
const backoffMs = (attempts: number): number => 5_000 * 2 ** (attempts - 1)

export interface FetcherDeps {
  uow: UnitOfWork
  db: Pick<Database, 'system'>
  clock: Clock
  log: Pick<Log, 'warn' | 'error'>
}

/** Brings in files whose bytes were left at the provider when their message arrived. */
export function createFetcher({ uow, db, clock, log }: FetcherDeps, writer: Writer) {
  const limit = limiter(AT_ONCE)

  const fetchOne = async (due: repo.DueMedia, fetch: FetchMedia, stop: AbortSignal): Promise<void> => {
    const { tenantId, id } = due
    const { maxBytes, accepts } = due.isPicture ? PICTURE : FILE
    const signal = AbortSignal.any([stop, AbortSignal.timeout(FETCH_MS)])
    signal.throwIfAborted()
    const found = await fetch(tenantId, due.channelId, due.ref, signal)
    const abort = () => found.stream.destroy(new Error('took too long'))
    signal.addEventListener('abort', abort, { once: true })
    try {
      signal.throwIfAborted()
      if ((found.size ?? 0) > maxBytes) throw new AppError('ERR_MEDIA_TOO_LARGE')
      const storageKey = writer.keyOf(tenantId, id)
      const facts = await writer.write(storageKey, {
        stream: found.stream,
        // as its sender called it; what the server calls it stands in where nobody said
        fileName: due.fileName ?? found.fileName ?? undefined,
        mimeType: found.mimeType ?? due.mimeType,
        maxBytes,
        accepts,
      })
      const row = await uow.run(systemScope(tenantId, 'media'), (tx) => repo.finishMedia(tx, id, storageKey, facts))
      if (!row) await writer.discard(storageKey)
    } finally {
      signal.removeEventListener('abort', abort)
      found.stream.destroy()
    }
  }

  /** Null when it will be tried again. */
  const outcomeOf = async (due: repo.DueMedia, fetch: FetchMedia, stop: AbortSignal) => {
    try {
      await fetchOne(due, fetch, stop)
      return 'ready'
    } catch (error) {
      const { tenantId, id, attempts } = due
      const { maxAttempts } = due.isPicture ? PICTURE : FILE
      const isOver = !stop.aborted && (attempts >= maxAttempts || isHopeless(error))
      log.warn({ err: error, tenantId, mediaId: id, attempts, isOver }, 'file not fetched')
      const next = isOver ? null : new Date(clock.now() + (stop.aborted ? 0 : backoffMs(attempts)))
      await uow.run(systemScope(tenantId, 'media'), (tx) => repo.postponeMedia(tx, id, next))
      return isOver ? 'failed' : null
    }
  }

  const settle = async (due: repo.DueMedia, fetch: FetchMedia, { onSettled, signal }: FetchOptions) => {
    const state = await outcomeOf(due, fetch, signal ?? new AbortController().signal)
    if (state !== null) await onSettled?.(due, state)
    return state
  }

  return {
    /** One more try for a file that was given up. Answers its state now; null when there was nothing to try. */
    async fetchAgain(
      scope: Scope,
      id: string,
      fetch: FetchMedia,
      options: FetchOptions = {},
    ): Promise<'ready' | 'failed' | null> {
      const last = { until: new Date(clock.now() + CLAIM_MS), attempts: MAX_ATTEMPTS }
      const due = await uow.run(scope, (tx) => repo.claimFailed(tx, id, last))
      return due && limit(() => settle(due, fetch, options))
    },

    /** Fetches everything that is due, at most four files at once; answers how many it tried. */
    async fetchDue(fetch: FetchMedia, options: FetchOptions = {}): Promise<number> {
      for (let tried = 0; ; ) {
        if (options.signal?.aborted) return tried
        const now = clock.now()
        const batch = await repo.claimDue(db.system, {
          now: new Date(now),
          until: new Date(now + CLAIM_MS),
          limit: BATCH,
        })
        if (batch.length === 0) return tried
        tried += batch.length
        const work = batch.map((due) => limit(() => settle(due, fetch, options)))
        for (const outcome of await Promise.allSettled(work))
          if (outcome.status === 'rejected')
            log.error({ err: outcome.reason }, 'outcome of fetching a file not recorded')
      }
    },
  }
}

/** Asking again cannot help: the provider said no, or the file breaks our own rules. */
const isHopeless = (error: unknown): boolean =>
  error instanceof AppError
    ? error.code === 'ERR_MEDIA_TOO_LARGE' || error.code === 'ERR_MEDIA_TYPE'
    : isPluginError(error) && RETRY_POLICY[error.code] === 'never'
