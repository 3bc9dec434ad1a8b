import { isPluginError, type Party } from '@recado/sdk'
import type { Clock } from '../../platform/clock.ts'
import { type Scope, systemScope, userIdOf } from '../../platform/db/scope.ts'
import type { Tx, UnitOfWork } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { ErrorCode } from '../../platform/errors/catalogue.ts'
import { idsOf } from '../../platform/http/shapes.ts'
import { newId } from '../../platform/ids.ts'
import type { WorkKey } from '../../platform/work/worker.ts'
import { type ChannelRef, toAppError } from '../../plugin-host/index.ts'
import { audit, type RealtimePort } from '../auth/index.ts'
import { type ChannelRow, connectedChannels, getChannel } from '../channels/index.ts'
import { notConnectedCode } from '../channels/policy.ts'
import type { Digests } from './digests.ts'
import { insertLines } from './item-repo.ts'
import * as repo from './repo.ts'
import type { SyncRequest } from './schemas.ts'
import { cellsOf, type SyncChoice, syncBatch } from './sync-batch.ts'
import { busyChannels, forgetLines } from './sync-repo.ts'
import type { Step } from './worker.ts'

export interface SyncingDeps {
  uow: UnitOfWork
  clock: Clock
  digests: Digests
  realtime: RealtimePort
  /** Can channels of this type tell their address book? */
  canList(channelType: string): boolean
  /** The channel's owner reads the address book and hands it to `take`. @throws AppError, PluginError */
  listContacts(tenantId: number, channelId: number, purpose: string): Promise<void>
  kick(key: WorkKey): Promise<void>
}

interface SyncParams extends SyncChoice {
  own: string | null
  /** The reading that may add lines; a later one takes its place. */
  run: string | null
  isListed: boolean
  isTooLong: boolean
}

const MAX_PEOPLE = 50_000
/** Whoever died while the address book was read is replaced after that; a reading takes less. */
const READING_MS = 200_000

/** Failures that no repetition mends. */
const FINAL: Partial<Record<string, ErrorCode>> = {
  UNSUPPORTED: 'ERR_CONTACT_SYNC_UNSUPPORTED',
  AUTH_EXPIRED: 'ERR_WAPP_NOT_INITIALIZED',
  MISCONFIGURED: 'ERR_CHANNEL_SETTINGS_INVALID',
}

const uselessness = ({ isTooLong }: SyncParams, total: number): ErrorCode | undefined => {
  if (isTooLong) return 'ERR_CONTACT_SYNC_TOO_LONG'
  return total === 0 ? 'ERR_CONTACTS_NOT_EXISTS_WHATSAPP' : undefined
}

/** The people of a channel's address book become contacts: read by the node that holds the channel, then worked off. */
export function createSyncing({ uow, clock, digests, realtime, ...deps }: SyncingDeps) {
  const paramsOf = ({ params }: repo.TaskRow): SyncParams => params as SyncParams
  const save = (tx: Tx, id: number, params: SyncParams, change: repo.TaskChange = {}) =>
    repo.updateTask(tx, id, { ...change, params: repo.json(params) })

  /** Gives this reading its place; null when the task went on meanwhile. */
  const claimReading = (tenantId: number, id: number): Promise<string | null> =>
    uow.run(systemScope(tenantId, 'contact tasks'), async (tx) => {
      const task = await repo.lockTask(tx, id)
      if (!task?.dueAt || paramsOf(task).isListed) return null
      const run = newId()
      await forgetLines(tx, id)
      const dueAt = new Date(clock.now() + READING_MS)
      await save(tx, id, { ...paramsOf(task), run, isTooLong: false }, { total: 0, dueAt })
      return run
    })

  const step: Step = {
    async prepare(tenantId, task) {
      const { isListed, channelId } = paramsOf(task)
      const run = isListed ? null : await claimReading(tenantId, task.id)
      if (run === null) return null
      try {
        await deps.listContacts(tenantId, channelId, `${task.id}:${run}`)
        return { run }
      } catch (error) {
        const failure = isPluginError(error) ? FINAL[error.code] : undefined
        if (failure === undefined) throw toAppError(error)
        return { run, failure }
      }
    },
    async run(tx, task, prepared) {
      const params = paramsOf(task)
      if (params.isListed) return syncBatch(tx, task, params, digests)
      const { run, failure } = prepared as { run: string; failure?: ErrorCode }
      if (params.run !== run) throw new Error('another reading took the place of this one')
      const why = failure ?? uselessness(params, task.total)
      return {
        position: 0,
        done: 0,
        counts: {},
        isLast: why !== undefined,
        params: { ...params, isListed: true } satisfies SyncParams,
        ...(why === undefined ? {} : { failure: why }),
      }
    },
  }

  /** The channels that are meant. @throws as `begin` does */
  const channelsOf = async (tx: Tx, channelId: number | undefined): Promise<ChannelRow[]> => {
    if (channelId === undefined) {
      const connected = await connectedChannels(tx)
      if (connected.length === 0) throw new AppError('ERR_WAPP_NOT_INITIALIZED')
      const able = connected.filter(({ type }) => deps.canList(type))
      if (able.length === 0) throw new AppError('ERR_CONTACT_SYNC_UNSUPPORTED')
      return able
    }
    const channel = await getChannel(tx, channelId)
    if (!deps.canList(channel.type)) throw new AppError('ERR_CONTACT_SYNC_UNSUPPORTED')
    if (!channel.isActive) throw new AppError('ERR_WAPP_NOT_INITIALIZED')
    if (channel.state !== 'connected') throw new AppError(notConnectedCode(channel.state))
    return [channel]
  }

  return {
    step,

    /**
     * Begins to take over the address book of a channel, or of every connected one as far as there is room; ids of the
     * tasks.
     * @throws ERR_NO_WAPP_FOUND, ERR_WAPP_NOT_INITIALIZED, ERR_WAPP_INITIALIZED, ERR_CONTACT_SYNC_UNSUPPORTED, ERR_CONTACT_SYNC_RUNNING,
     * ERR_CONTACT_TASKS_BUSY, ERR_NO_TAG_FOUND, ERR_NO_USER_FOUND
     */
    begin: (scope: Scope, { channelId, ...given }: SyncRequest): Promise<number[]> =>
      uow.run(scope, async (tx) => {
        const channels = await channelsOf(tx, channelId)
        const marks = { tags: idsOf(given.tags ?? []), wallets: idsOf(given.wallets ?? []) }
        await repo.requireKnown(tx, { users: marks.wallets, tags: marks.tags })
        if (!(await repo.hasRoom(tx))) throw new AppError('ERR_CONTACT_TASKS_BUSY')
        const busy = await busyChannels(
          tx,
          channels.map(({ id }) => id),
        )
        const free = channels.filter(({ id }) => !busy.has(id))
        if (free.length === 0) throw new AppError('ERR_CONTACT_SYNC_RUNNING')
        const now = new Date(clock.now())
        const ids: number[] = []
        for (const { id, name, number } of free) {
          if (ids.length > 0 && !(await repo.hasRoom(tx))) break
          const params: SyncParams = {
            ...{ channelId: id, scope: 0, own: number, run: null, isListed: false, isTooLong: false },
            ...marks,
          }
          const task = await repo.insertTask(tx, {
            kind: 'sync',
            state: 'running',
            fileName: name,
            params: repo.json(params),
            userId: userIdOf(scope),
            createdAt: now,
            dueAt: now,
          })
          await audit(tx, { action: 'contact.sync', object: `contact-task:${task.id}`, details: { channelId: id } })
          ids.push(task.id)
        }
        tx.afterCommit(async () => {
          for (const taskId of ids) await deps.kick({ tenantId: scope.tenantId, taskId })
        })
        return ids
      }),

    /** The next people of an address book that is being read. False: no more of them are wanted. */
    take: ({ tenantId, addressScope }: ChannelRef, purpose: string, people: Party[]): Promise<boolean> =>
      uow.run(systemScope(tenantId, 'contact tasks'), async (tx) => {
        const [taskId, run] = purpose.split(':')
        const task = await repo.lockTask(tx, Number(taskId))
        if (!task?.dueAt || task.kind !== 'sync') return false
        const params = paramsOf(task)
        if (params.isListed || params.run !== run) return false
        if (task.total + people.length > MAX_PEOPLE) {
          await save(tx, task.id, { ...params, isTooLong: true })
          return false
        }
        const found = people.flatMap((party) => {
          const cells = cellsOf(party, params.own)
          return cells ? [cells] : []
        })
        await insertLines(
          tx,
          task.id,
          found.map((cells, index) => ({ line: task.total + index + 1, cells })),
        )
        await save(tx, task.id, { ...params, scope: addressScope }, { total: task.total + found.length })
        tx.afterCommit(() =>
          realtime.publish({ tenantId, to: 'tenant' }, 'contactTask', { action: 'update', taskId: task.id }),
        )
        return true
      }),
  }
}

export type Syncing = ReturnType<typeof createSyncing>
