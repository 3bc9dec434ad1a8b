import type { Clock } from '../../platform/clock.ts'
import { type Scope, userIdOf } from '../../platform/db/scope.ts'
import type { Tx, UnitOfWork } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { pageOf } from '../../platform/http/shapes.ts'
import { newId } from '../../platform/ids.ts'
import { audit, type FileUrl, type RealtimePort } from '../auth/index.ts'
import { getChannel, mayOpenOn } from '../channels/index.ts'
import type { MediaService } from '../media/index.ts'
import type { MessageService } from '../messages/index.ts'
import { checkFiles, fileIds, textViewer } from '../quick-messages/index.ts'
import { loadViewer, seenTicket, type TicketService } from '../tickets/index.ts'
import type { Schedule, ScheduleCreate, ScheduleQuery, ScheduleWrite } from './contract.ts'
import { hasWaiting, listSchedules, type ScheduleFilter } from './list-repo.ts'
import { isChangeable, ownsSchedule, seesAllSchedules, seesSchedule } from './policy.ts'
import { presentSchedule } from './presenter.ts'
import * as repo from './repo.ts'

const PAGE = 30
/** Of all files together; a channel may take less. */
const MAX_BYTES = 100 * 1024 * 1024

export interface ScheduleDeps {
  uow: UnitOfWork
  clock: Clock
  realtime: RealtimePort
  fileUrl: FileUrl
  media: Pick<MediaService, 'get' | 'getMany'>
  messages: Pick<MessageService, 'checkLater' | 'sendLater'>
  tickets: Pick<TicketService, 'requireReach' | 'conversationOf'>
  /** Looks at what is due in a company at a time (epoch milliseconds), where that is soon. */
  wake(tenantId: number, at: number): Promise<void>
}

interface Draft {
  contactId: number
  channelId: number
  body: string
  mediaIds: string[]
  scheduleDate: Date
  repeatCount: number
  repeatPeriod: string | null
}

export function createScheduleService(deps: ScheduleDeps) {
  const { uow, clock, media, messages, tickets } = deps

  const shown = async (scope: Scope, filter: ScheduleFilter, page: { skip: number; take: number }) => {
    const { rows, count } = await listSchedules(uow, scope, filter, page)
    const ids = [...new Set(rows.flatMap((row) => row.mediaIds))]
    const [files, { masksPhones }] = await Promise.all([media.getMany(scope, ids), loadViewer(uow, scope)])
    const view = { viewer: textViewer(scope), locale: scope.locale, showPhones: !masksPhones, files }
    return { schedules: rows.map((row) => presentSchedule(row, { ...view, fileUrl: deps.fileUrl })), count }
  }

  const one = async (scope: Scope, id: number): Promise<Schedule> => {
    const { schedules } = await shown(scope, { ids: [id] }, { skip: 0, take: 1 })
    const [found] = schedules
    if (!found) throw new AppError('ERR_NO_SCHEDULE_FOUND')
    return found
  }

  /** Everything that can be said before its time. */
  const check = async (scope: Scope, draft: Draft, known: { mediaIds: string[]; channelId: number | null }) => {
    if (draft.scheduleDate.getTime() <= clock.now()) throw new AppError('ERR_SCHEDULE_PAST')
    if (draft.repeatCount > 0 && draft.repeatPeriod === null) throw new AppError('ERR_SCHEDULE_REPEAT')
    await checkFiles(media, scope, draft.mediaIds, { known: known.mediaIds, maxBytes: MAX_BYTES })
    const userId = userIdOf(scope)
    const type = await uow.run(scope, async (tx) => {
      const channel = await getChannel(tx, draft.channelId)
      const isMine = userId === null || seesAllSchedules(textViewer(scope)) || channel.id === known.channelId
      if (!isMine && !(await mayOpenOn(tx, userId, channel.id))) throw new AppError('ERR_NO_PERMISSION')
      await tickets.requireReach(tx, draft)
      return channel.type
    })
    await messages.checkLater(scope, type, draft)
  }

  const afterwards = (tx: Tx, contactId: number, at: number | null) => {
    const { tenantId } = tx.scope
    tx.afterCommit(() => deps.realtime.publish({ tenantId, to: 'tenant' }, 'schedule', { action: 'update', contactId }))
    if (at !== null) tx.afterCommit(() => deps.wake(tenantId, at))
  }

  /** @throws ERR_NO_SCHEDULE_FOUND, ERR_NO_PERMISSION */
  const owned = async (tx: Tx, id: number): Promise<repo.ScheduleRow> => {
    const row = await repo.lockSchedule(tx, id)
    const viewer = textViewer(tx.scope)
    if (!row || !seesSchedule(viewer, row)) throw new AppError('ERR_NO_SCHEDULE_FOUND')
    if (!ownsSchedule(viewer, row)) throw new AppError('ERR_NO_PERMISSION')
    return row
  }

  /** @throws those of `owned`, ERR_SCHEDULE_SENT */
  const changeable = async (tx: Tx, id: number): Promise<repo.ScheduleRow> => {
    const row = await owned(tx, id)
    if (!isChangeable(row)) throw new AppError('ERR_SCHEDULE_SENT')
    return row
  }

  return {
    /** @throws ERR_NO_TICKET_FOUND */
    async list(scope: Scope, query: ScheduleQuery) {
      const page = pageOf(query, PAGE)
      const { schedules, count } = await shown(scope, await filterOf(scope, query, deps.uow), page)
      return { schedules, count, hasMore: page.skip + schedules.length < count }
    },

    /** @throws the errors of the contract's `create` */
    async create(scope: Scope, write: ScheduleCreate): Promise<Schedule> {
      const ticket = write.ticketId ? await seenTicket(uow, scope, write.ticketId) : null
      const { contactId, whatsappId: channelId, body = '', repeatCount = 0, repeatPeriod = null } = write
      const mediaIds = fileIds(write.medias ?? [])
      const scheduleDate = new Date(write.scheduleDate)
      const draft = { contactId, channelId, body: body.trim(), mediaIds, scheduleDate, repeatCount, repeatPeriod }
      await check(scope, draft, { mediaIds: [], channelId: ticket?.channelId ?? null })
      const id = await uow.run(scope, async (tx) => {
        const { mediaIds: files, ...values } = draft
        const made = await repo.insertSchedule(tx, {
          ...values,
          repeatPeriod: repeatCount === 0 ? null : repeatPeriod,
          userId: userIdOf(scope),
          anchorAt: scheduleDate,
          step: 0,
          followsId: null,
          messageIds: messageIdsFor(files),
        })
        await repo.setFiles(tx, made, files)
        await audit(tx, { action: 'schedule.create', object: `schedule:${made}` })
        afterwards(tx, contactId, scheduleDate.getTime())
        return made
      })
      return one(scope, id)
    },

    /** @throws the errors of the contract's `update` */
    async update(scope: Scope, id: number, write: ScheduleWrite): Promise<Schedule> {
      const before = await uow.run(scope, async (tx) => ({
        ...(await changeable(tx, id)),
        mediaIds: await repo.filesOf(tx, id),
      }))
      const repeatCount = write.repeatCount ?? before.repeatCount
      const repeatPeriod = write.repeatPeriod === undefined ? before.repeatPeriod : write.repeatPeriod
      const draft = {
        contactId: before.contactId,
        channelId: write.whatsappId ?? before.channelId,
        body: (write.body ?? before.body).trim(),
        mediaIds: write.medias ? fileIds(write.medias) : before.mediaIds,
        scheduleDate: write.scheduleDate ? new Date(write.scheduleDate) : before.scheduleDate,
        repeatCount,
        repeatPeriod: repeatCount === 0 ? null : repeatPeriod,
      }
      await check(scope, draft, before)
      await uow.run(scope, async (tx) => {
        await changeable(tx, id)
        const { mediaIds, contactId, ...values } = draft
        await repo.rewriteSchedule(tx, id, { ...values, messageIds: messageIdsFor(mediaIds) })
        await repo.setFiles(tx, id, mediaIds)
        await audit(tx, { action: 'schedule.update', object: `schedule:${id}` })
        afterwards(tx, contactId, draft.scheduleDate.getTime())
      })
      return one(scope, id)
    },

    /** @throws ERR_NO_SCHEDULE_FOUND, ERR_NO_PERMISSION, ERR_SCHEDULE_SENT for what goes out at this moment */
    async remove(scope: Scope, id: number): Promise<void> {
      await uow.run(scope, async (tx) => {
        const row = await owned(tx, id)
        if (row.state === 'sending') throw new AppError('ERR_SCHEDULE_SENT')
        await repo.deleteSchedule(tx, id)
        const by = userIdOf(scope)
        if (row.state === 'pending' && row.userId !== null && row.userId !== by)
          tx.emit('schedule.cancelled', { scheduleId: id, userId: row.userId, by })
        await audit(tx, { action: 'schedule.delete', object: `schedule:${id}`, details: { state: row.state } })
        afterwards(tx, row.contactId, null)
      })
    },

    /** What will be sent to a contact, for those who see one of its tickets. */
    async waitingFor(scope: Scope, contactId: number): Promise<Schedule[]> {
      if (!(await hasWaiting(uow, scope, contactId))) return []
      return (await shown(scope, { status: 'pending', contactId }, { skip: 0, take: PAGE })).schedules
    },

    /** Is the file part of a scheduled message that the caller sees? */
    async mayOpen(scope: Scope, mediaId: string): Promise<boolean> {
      const holders = await uow.run(scope, (tx) => repo.holdersOf(tx, mediaId))
      return holders.some((holder) => seesSchedule(textViewer(scope), holder))
    },
  }
}

export type ScheduleService = ReturnType<typeof createScheduleService>

/** One per message: each file is one, and a text alone too. */
export const messageIdsFor = (mediaIds: readonly string[]): string[] =>
  Array.from({ length: Math.max(1, mediaIds.length) }, () => newId())

async function filterOf(scope: Scope, query: ScheduleQuery, uow: UnitOfWork): Promise<ScheduleFilter> {
  const { status, contactId, from, to } = query
  const viewer = textViewer(scope)
  const search = query.searchParam?.trim()
  const ticket = query.ticketId ? await seenTicket(uow, scope, query.ticketId) : null
  // whoever sees the ticket sees what is promised to its contact
  const userId = ticket || seesAllSchedules(viewer) ? query.userId : (viewer.userId ?? undefined)
  const wanted = ticket?.contactId ?? contactId
  return {
    ...(status ? { status } : {}),
    ...(userId === undefined ? {} : { userId }),
    ...(wanted === undefined ? {} : { contactId: wanted }),
    ...(search ? { search } : {}),
    ...(from ? { from: new Date(from) } : {}),
    ...(to ? { to: new Date(to) } : {}),
  }
}
