import type { Readable } from 'node:stream'
import type { MediaInfo } from '@recado/sdk'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { type Scope, systemScope, userIdOf } from '../../platform/db/scope.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { UploadedFile } from '../../platform/http/bind.ts'
import { newId } from '../../platform/ids.ts'
import type { Log } from '../../platform/logger.ts'
import { BlobMissing, type BlobStore, type ByteRange } from '../../platform/media/index.ts'
import { MAX_FILE_BYTES, type Media } from './contract.ts'
import { createFetcher, type FetchMedia, type FetchOptions } from './fetcher.ts'
import { createFileReader } from './file-reader.ts'
import { createOrphanSweep } from './orphans.ts'
import { presentInfo, presentMedia, type SignedUrl } from './presenter.ts'
import * as repo from './repo.ts'
import { createFileTokens } from './tokens.ts'
import { createWriter } from './writer.ts'

export interface MediaDeps {
  uow: UnitOfWork
  db: Pick<Database, 'system'>
  store: BlobStore
  keys: { derive(purpose: string): Uint8Array }
  clock: Clock
  log: Pick<Log, 'info' | 'warn' | 'error'>
  /** Does the file belong to something that the caller may see, such as a message of one of their tickets? */
  mayOpen(scope: Scope, mediaId: string): Promise<boolean>
}

export interface NewFile {
  stream: Readable
  fileName?: string | undefined
  /** What the sender calls it; the content decides. */
  mimeType?: string | undefined
  maxBytes?: number | undefined
}

/** How long an address lasts when nobody says: a screen left open for a working morning still shows its pictures. */
const URL_SECONDS = 6 * 60 * 60

export function createMediaService(deps: MediaDeps) {
  const { uow, store, clock, log, mayOpen } = deps
  const tokens = createFileTokens(deps)
  const writer = createWriter(deps)

  const signedUrl: SignedUrl = (tenantId, mediaId, { ttlSeconds = URL_SECONDS, thumb = false } = {}) =>
    `/files/${tokens.issue({ tenantId, mediaId, thumb }, ttlSeconds)}`

  const present = (row: repo.MediaRow): Media => presentMedia(row, signedUrl)
  const find = (scope: Scope, id: string) => uow.run(scope, (tx) => repo.findMedia(tx, id))

  const fetcher = createFetcher(deps, writer)

  /** @throws ERR_NO_MEDIA_FOUND, also for what the caller may not see */
  const seen = async (scope: Scope, id: string): Promise<repo.MediaRow> => {
    const row = await find(scope, id)
    const userId = userIdOf(scope)
    const isOwn = userId !== null && row?.createdBy === userId
    if (!row || !(isOwn || (await mayOpen(scope, id)))) throw new AppError('ERR_NO_MEDIA_FOUND')
    return row
  }

  /** @throws ERR_MEDIA_TOO_LARGE, ERR_MEDIA_TYPE (no bytes at all) */
  const save = async (scope: Scope, { stream, fileName, mimeType, maxBytes = MAX_FILE_BYTES }: NewFile) => {
    const id = newId()
    const storageKey = writer.keyOf(scope.tenantId, id)
    const begun = { id, storageKey, createdBy: userIdOf(scope), createdAt: new Date(clock.now()) }
    try {
      await uow.run(scope, (tx) => repo.beginMedia(tx, begun))
      const facts = await writer.write(storageKey, { stream, fileName, mimeType, maxBytes })
      const row = await uow.run(scope, (tx) => repo.finishMedia(tx, id, storageKey, facts))
      if (!row) throw new AppError('ERR_NO_MEDIA_FOUND')
      return row
    } catch (error) {
      stream.destroy()
      await writer.discard(storageKey)
      await uow
        .run(scope, (tx) => repo.deleteMedia(tx, id))
        // the sweep of unused files meets it again
        .catch((cause: unknown) => log.warn({ err: cause, mediaId: id }, 'row of a broken upload not removed'))
      throw error
    }
  }

  return {
    signedUrl,
    present,
    ...createFileReader(deps, tokens),
    fetchDue: fetcher.fetchDue,
    ...createOrphanSweep(deps),

    saveStream: async (scope: Scope, file: NewFile): Promise<MediaInfo> => presentInfo(await save(scope, file)),

    /** The file of an upload request. @throws ERR_VALIDATION when there is none, and those of `saveStream` */
    async upload(scope: Scope, files: AsyncIterable<UploadedFile>): Promise<Media> {
      let saved: repo.MediaRow | undefined
      // read to the end: only then it is known that the file came whole
      for await (const { stream, fileName, mimeType } of files)
        saved ??= await save(scope, { stream, fileName, mimeType })
      if (!saved) throw new AppError('ERR_VALIDATION', { params: { field: 'file' } })
      return present(saved)
    },

    async info(scope: Scope, id: string): Promise<MediaInfo | null> {
      const row = await find(scope, id)
      return row && presentInfo(row)
    },

    /** @throws ERR_NO_MEDIA_FOUND, also for what the caller may not see */
    get: async (scope: Scope, id: string): Promise<Media> => present(await seen(scope, id)),

    /** What the caller sees and nobody could fetch, once more. @throws ERR_NO_MEDIA_FOUND, ERR_WAPP_DOWNLOAD_MEDIA */
    async getAgain(scope: Scope, id: string, fetch: FetchMedia, options: FetchOptions): Promise<Media> {
      await seen(scope, id)
      await fetcher.fetchAgain(scope, id, fetch, options)
      const row = await seen(scope, id)
      if (row.state === 'failed') throw new AppError('ERR_WAPP_DOWNLOAD_MEDIA')
      return present(row)
    },

    /** Files by id, ready to show; unknown ones are left out. */
    async getMany(scope: Scope, ids: string[]): Promise<Map<string, Media>> {
      const rows = ids.length === 0 ? [] : await uow.run(scope, (tx) => repo.findManyMedia(tx, ids))
      return new Map(rows.map((row) => [row.id, present(row)]))
    },

    /** Removes pictures of contacts that none of them wears any more. */
    async discardPictures(tenantId: number, ids: string[]): Promise<void> {
      for (const row of await uow.run(systemScope(tenantId, 'media'), (tx) => repo.deleteUnworn(tx, ids)))
        if (row.storageKey !== null) await writer.discard(row.storageKey)
    },

    /** Removes files of erased conversations, but for those that something else uses. */
    async discardUnused(tenantId: number, ids: string[]): Promise<void> {
      for (const row of await uow.run(systemScope(tenantId, 'media'), (tx) => repo.deleteUnused(tx, ids)))
        for (const key of [row.storageKey, row.thumbKey]) if (key !== null) await store.remove(key)
    },

    /** The bytes of a ready file, for the program itself. @throws ERR_NO_MEDIA_FOUND */
    async open(tenantId: number, id: string, range?: ByteRange): Promise<Readable> {
      const row = await find(systemScope(tenantId, 'media'), id)
      if (row?.state !== 'ready' || row.storageKey === null) throw new AppError('ERR_NO_MEDIA_FOUND')
      try {
        return await store.open(row.storageKey, range)
      } catch (error) {
        throw error instanceof BlobMissing ? new AppError('ERR_NO_MEDIA_FOUND', { cause: error }) : error
      }
    },
  }
}

export type MediaService = ReturnType<typeof createMediaService>
