import type { Clock } from '../../platform/clock.ts'
import { type Scope, userIdOf } from '../../platform/db/scope.ts'
import type { Tx, UnitOfWork } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Realtime } from '../../platform/realtime/types.ts'
import { audit } from '../auth/index.ts'
import { shownName, shownPhone } from '../contacts/index.ts'
import type { MediaService } from '../media/index.ts'
import { readSettings } from '../settings/index.ts'
import { fillForTicket, seenWithViewer } from '../tickets/index.ts'
import {
  QUICK_MESSAGE_MAX_BYTES,
  type QuickMessage,
  type QuickMessageCreate,
  type QuickMessageWrite,
} from './contract.ts'
import { checkFiles, fileIds } from './files.ts'
import { mayChangeText, seesText } from './policy.ts'
import { presentQuickMessage } from './presenter.ts'
import * as repo from './repo.ts'
import { textViewer } from './viewer.ts'

export interface QuickMessageDeps {
  uow: UnitOfWork
  clock: Clock
  media: Pick<MediaService, 'get' | 'getMany'>
  realtime: Pick<Realtime, 'publish'>
}

const valuesOf = ({ key, message, folder, showAll }: QuickMessageWrite): repo.QuickMessageValues => ({
  ...(key === undefined ? {} : { key: key.trim() }),
  ...(message === undefined ? {} : { message: message.trim() }),
  ...(folder === undefined ? {} : { folder: folder.trim() }),
  ...(showAll === undefined ? {} : { showAll }),
})

export function createQuickMessageService({ uow, clock, media, realtime }: QuickMessageDeps) {
  const present = async (scope: Scope, rows: repo.QuickMessageRow[]): Promise<QuickMessage[]> => {
    const files = await media.getMany(scope, [...new Set(rows.flatMap((row) => row.mediaIds))])
    return rows.map((row) => presentQuickMessage(row, files))
  }

  /** Lists are read again; whoever does not see it is told nothing that they could use. */
  const tell = ({ tenantId }: Scope, rows: { userId: number | null; showAll: boolean }[]) => {
    const isForAll = rows.some((row) => row.showAll || row.userId === null)
    const userId = rows[0]?.userId ?? null
    const audience =
      isForAll || userId === null ? ({ tenantId, to: 'tenant' } as const) : ({ tenantId, to: 'user', userId } as const)
    realtime.publish(audience, 'fastReply', { action: 'update' })
  }

  /** @throws ERR_NO_FAST_REPLY_FOUND, ERR_NO_PERMISSION */
  const changeable = async (tx: Tx, id: number): Promise<repo.QuickMessageRow> => {
    const row = await repo.findQuickMessage(tx, id)
    const viewer = textViewer(tx.scope)
    if (!row || !seesText(viewer, row)) throw new AppError('ERR_NO_FAST_REPLY_FOUND')
    if (!mayChangeText(viewer, row)) throw new AppError('ERR_NO_PERMISSION')
    return row
  }

  const shown = async (scope: Scope, id: number): Promise<QuickMessage> => {
    const row = await uow.run(scope, (tx) => repo.findQuickMessage(tx, id))
    const [quick] = row ? await present(scope, [row]) : []
    if (!quick) throw new AppError('ERR_NO_FAST_REPLY_FOUND')
    return quick
  }

  return {
    async list(scope: Scope): Promise<QuickMessage[]> {
      const { userId, profile } = textViewer(scope)
      const rows = await uow.run(scope, (tx) => repo.listQuickMessages(tx, { userId, ownerless: profile === 'admin' }))
      return present(scope, rows)
    },

    /** @throws ERR_FAST_REPLY_EXISTS, ERR_FAST_REPLY_EMPTY, ERR_NO_MEDIA_FOUND, ERR_MEDIA_TOO_LARGE */
    async create(scope: Scope, write: QuickMessageCreate): Promise<QuickMessage> {
      const ids = fileIds(write.medias ?? [])
      const { message = '', showAll = false, ...rest } = valuesOf(write)
      const values = { ...rest, key: write.key.trim(), message, showAll, userId: userIdOf(scope) }
      if (message === '' && ids.length === 0) throw new AppError('ERR_FAST_REPLY_EMPTY')
      await checkFiles(media, scope, ids, { known: [], maxBytes: QUICK_MESSAGE_MAX_BYTES })
      const id = await uow.run(scope, async (tx) => {
        await repo.lockQuickMessages(tx)
        if (await repo.isKeyTaken(tx, values, null)) throw new AppError('ERR_FAST_REPLY_EXISTS')
        const made = await repo.insertQuickMessage(tx, values)
        await repo.setFiles(tx, made, ids)
        await audit(tx, { action: 'quick-message.create', object: `quick-message:${made}` })
        tx.afterCommit(() => tell(scope, [values]))
        return made
      })
      return shown(scope, id)
    },

    /** @throws ERR_NO_FAST_REPLY_FOUND, ERR_NO_PERMISSION, and those of `create` */
    async update(scope: Scope, id: number, write: QuickMessageWrite): Promise<QuickMessage> {
      const before = await uow.run(scope, (tx) => changeable(tx, id))
      const ids = write.medias === undefined ? null : fileIds(write.medias)
      if (ids) await checkFiles(media, scope, ids, { known: before.mediaIds, maxBytes: QUICK_MESSAGE_MAX_BYTES })
      const values = valuesOf(write)
      await uow.run(scope, async (tx) => {
        await repo.lockQuickMessages(tx)
        const row = await changeable(tx, id)
        const next = { ...row, ...values }
        if (next.message === '' && (ids ?? row.mediaIds).length === 0) throw new AppError('ERR_FAST_REPLY_EMPTY')
        if (await repo.isKeyTaken(tx, next, id)) throw new AppError('ERR_FAST_REPLY_EXISTS')
        await repo.updateQuickMessage(tx, id, values)
        if (ids) await repo.setFiles(tx, id, ids)
        await audit(tx, { action: 'quick-message.update', object: `quick-message:${id}` })
        tx.afterCommit(() => tell(scope, [row, next]))
      })
      return shown(scope, id)
    },

    /** @throws ERR_NO_FAST_REPLY_FOUND, ERR_NO_PERMISSION */
    async remove(scope: Scope, id: number): Promise<void> {
      await uow.run(scope, async (tx) => {
        const row = await changeable(tx, id)
        await repo.deleteQuickMessage(tx, id)
        await audit(tx, { action: 'quick-message.delete', object: `quick-message:${id}` })
        tx.afterCommit(() => tell(scope, [row]))
      })
    },

    /** What the company hides from the caller stays hidden. @throws ERR_NO_TICKET_FOUND */
    async fill(scope: Scope, { ticketId, text }: { ticketId: number; text: string }): Promise<{ text: string }> {
      const { record, viewer } = await seenWithViewer(uow, scope, ticketId)
      if (!text.includes('{')) return { text }
      const { timezone, email } = await uow.run(scope, async (tx) => ({
        timezone: (await readSettings(tx)).timezone,
        email: await repo.emailOf(tx, userIdOf(scope)),
      }))
      const { contact } = record
      const showPhones = !viewer.masksPhones
      const number = contact.number === null ? null : shownPhone(contact.number, showPhones)
      const shown = { ...record, contact: { ...contact, number, name: shownName(contact, showPhones) } }
      return { text: fillForTicket(shown, text, { now: clock.now(), timezone }, { name: scope.actor.name, email }) }
    },

    /** Is the file part of a quick message that the caller sees? */
    async mayOpen(scope: Scope, mediaId: string): Promise<boolean> {
      const holders = await uow.run(scope, (tx) => repo.holdersOf(tx, mediaId))
      return holders.some((holder) => seesText(textViewer(scope), holder))
    },
  }
}

export type QuickMessageService = ReturnType<typeof createQuickMessageService>
