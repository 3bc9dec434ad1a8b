import { createReadStream, createWriteStream } from 'node:fs'
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { newId } from '../ids.ts'
import { BlobMissing, type BlobStore, checkKey } from './store.ts'

const ABANDONED_MS = 24 * 60 * 60 * 1000

/**
 * Files below a folder. A file appears under its name only when all of its bytes are on the disk, so that neither a
 * crash nor a reader ever meets half a file.
 */
export function createLocalStore(folder: string): BlobStore {
  const unfinished = join(folder, 'unfinished')
  const pathOf = (key: string) => join(folder, checkKey(key))

  return {
    async put(key, data) {
      const target = pathOf(key)
      const temporary = join(unfinished, newId())
      try {
        await mkdir(unfinished, { recursive: true })
        await pipeline(data, createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true }))
        await mkdir(dirname(target), { recursive: true })
        await rename(temporary, target)
        await syncFolder(dirname(target))
      } catch (error) {
        data.destroy()
        await rm(temporary, { force: true })
        throw error
      }
    },

    async open(key, range) {
      try {
        const file = await open(pathOf(key))
        return createReadStream('', { fd: file, ...range })
      } catch (error) {
        throw isMissing(error) ? new BlobMissing(key, { cause: error }) : error
      }
    },

    has: (key) =>
      access(pathOf(key)).then(
        () => true,
        (error: unknown) => {
          if (isMissing(error)) return false
          throw error
        },
      ),

    remove: (key) => rm(pathOf(key), { force: true }),

    async tidy() {
      for (const name of await namesIn(unfinished)) {
        const path = join(unfinished, name)
        const { mtimeMs } = await stat(path)
        if (mtimeMs < Date.now() - ABANDONED_MS) await rm(path, { force: true })
      }
    },
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** A rename is durable only once its folder is. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
