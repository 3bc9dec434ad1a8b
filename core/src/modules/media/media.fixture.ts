import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { startDatabase } from '../../../test/database.ts'
import { createKeys } from '../../platform/crypto/keys.ts'
import { type Scope, systemScope } from '../../platform/db/scope.ts'
import { newId } from '../../platform/ids.ts'
import { silentLog } from '../../platform/logger.ts'
import { createLocalStore } from '../../platform/media/index.ts'
import type { FileRequest } from './file-reader.ts'
import { createMediaService } from './service.ts'

export const HOUR = 3_600_000

/** The service on a database and a folder of its own, with a clock that is set by hand. */
export async function startMedia() {
  const db = await startDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'recado-media-'))
  const store = createLocalStore(folder)
  /** Files that everybody may look at, as if they were in a message. */
  const visible = new Set<string>()
  let now = Date.now()
  const clock = {
    now: () => now,
    set(to: number) {
      now = to
    },
  }
  const media = createMediaService({
    uow: db.uow,
    db,
    store,
    keys: createKeys(Buffer.alloc(32, 7).toString('base64')),
    clock,
    log: silentLog,
    mayOpen: async (_, id) => visible.has(id),
  })

  return {
    db,
    store,
    media,
    visible,
    clock,
    company: async () => systemScope((await db.system.tenant.create({ data: { name: 'Files' } })).id, 'test'),

    /** Opens a signed address. */
    get: (url: string | null | undefined, more: Omit<Partial<FileRequest>, 'token'> = {}) =>
      media.readFile({ token: (url ?? '').replace('/files/', ''), download: false, ...more }),

    /** How many files of the company lie in the store. */
    async blobsOf({ tenantId }: Scope) {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      return entries.filter((entry) => entry.isFile() && entry.parentPath.includes(`/${tenantId}/`)).length
    },

    async close() {
      await db.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export const person = ({ tenantId }: Scope, userId: number): Scope => ({
  ...systemScope(tenantId, 'test'),
  actor: { kind: 'user', userId, profile: 'user', sessionId: newId(), name: 'Rita' },
})

export const bytes = (data: Buffer | string): Readable => Readable.from([Buffer.from(data)])

export const file = (
  data: Buffer | string,
  more: { fileName?: string; mimeType?: string; maxBytes?: number } = {},
) => ({ stream: bytes(data), ...more })

export const bodyOf = async ({ stream }: { stream: Readable | null }): Promise<Buffer> =>
  stream ? buffer(stream) : Buffer.alloc(0)

export const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no error',
    (error: { code?: string }) => error.code ?? String(error),
  )
