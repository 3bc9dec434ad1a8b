import type { Readable } from 'node:stream'
import type { Clock } from '../../platform/clock.ts'
import { type Scope, userIdOf } from '../../platform/db/scope.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { audit } from '../auth/index.ts'
import type { ImportParams } from './import-batch.ts'
import { insertLines } from './item-repo.ts'
import { suggestMapping } from './mapping.ts'
import { type CsvLine, readCsv } from './reading.ts'
import * as repo from './repo.ts'

const MAX_LINES = 50_000
const SAMPLES = 5
const BATCH = 1000
/** A file whose columns nobody chose goes when the same person sends another one. */
const LEFT_MS = 3_600_000

/** Takes the lines of a file in as they arrive. What breaks off leaves nothing. */
export function createUploading({ uow, clock }: { uow: UnitOfWork; clock: Clock }) {
  const begin = (scope: Scope, fileName: string, columns: string[]) =>
    uow.run(scope, async (tx) => {
      if (!(await repo.hasRoom(tx))) throw new AppError('ERR_CONTACT_TASKS_BUSY')
      const now = clock.now()
      await repo.deleteDrafts(tx, userIdOf(scope), new Date(now - LEFT_MS))
      const options = { mapping: suggestMapping(columns), tags: [], wallets: [], replace: false }
      const params: ImportParams = { columns, samples: [], options }
      return repo.insertTask(tx, {
        kind: 'import',
        state: 'draft',
        fileName: fileName.slice(0, 255),
        params: repo.json(params),
        userId: userIdOf(scope),
        createdAt: new Date(now),
      })
    })

  /** Reads the file's lines into the task; answers the first ones and how many there are. */
  const take = async (scope: Scope, taskId: number, lines: AsyncIterable<CsvLine>) => {
    const samples: string[][] = []
    let total = 0
    let batch: CsvLine[] = []
    const flush = async () => {
      const taken = batch
      batch = []
      if (taken.length > 0) await uow.run(scope, (tx) => insertLines(tx, taskId, taken))
    }
    for await (const line of lines) {
      total += 1
      if (total > MAX_LINES) throw new AppError('ERR_IMPORT_TOO_LONG', { params: { max: MAX_LINES } })
      if (samples.length < SAMPLES) samples.push(line.cells)
      batch.push(line)
      if (batch.length === BATCH) await flush()
    }
    await flush()
    return { samples, total }
  }

  /** @throws ERR_IMPORT_FILE, ERR_IMPORT_EMPTY, ERR_IMPORT_TOO_LONG, ERR_CONTACT_TASKS_BUSY */
  return async (scope: Scope, file: { stream: Readable; fileName: string }): Promise<number> => {
    const lines = readCsv(file.stream)
    const head = await lines.next()
    if (head.done) throw new AppError('ERR_IMPORT_EMPTY')
    const task = await begin(scope, file.fileName, head.value.cells)
    try {
      const { samples, total } = await take(scope, task.id, lines)
      if (total === 0) throw new AppError('ERR_IMPORT_EMPTY')
      await uow.run(scope, async (tx) => {
        const params: ImportParams = { ...(task.params as ImportParams), samples }
        await repo.updateTask(tx, task.id, { total, params: repo.json(params) })
        await audit(tx, { action: 'contact.upload', object: `contact-task:${task.id}`, details: { lines: total } })
      })
      return task.id
    } catch (error) {
      await uow.run(scope, (tx) => repo.deleteTask(tx, task.id))
      throw error
    }
  }
}
