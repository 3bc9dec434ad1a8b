import { type Scope, userIdOf } from '../../platform/db/scope.ts'
import type { Tx, UnitOfWork } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { audit, type RealtimePort } from '../auth/index.ts'
import { countViews, loadViewer } from '../tickets/index.ts'
import type { TicketView, TicketViewCreate, TicketViewUpdate, ViewSharing } from './contract.ts'
import { type Caller, mayEdit, mayShare } from './policy.ts'
import { presentView } from './presenter.ts'
import * as repo from './repo.ts'

const callerOf = (scope: Scope): Caller => ({
  userId: userIdOf(scope),
  isAdmin: scope.actor.kind === 'operator' || (scope.actor.kind === 'user' && scope.actor.profile === 'admin'),
})

/** Saved filters of the ticket list. */
export function createTicketViews({ uow, realtime }: { uow: UnitOfWork; realtime: RealtimePort }) {
  const list = async (tx: Tx): Promise<TicketView[]> => {
    const caller = callerOf(tx.scope)
    return (await repo.listViews(tx, caller)).map((row) => presentView(row, caller))
  }

  /** @throws ERR_NO_TICKET_VIEW_FOUND, also for what the caller does not get; ERR_NO_PERMISSION */
  const editable = async (tx: Tx, id: number): Promise<repo.ViewRow> => {
    const caller = callerOf(tx.scope)
    const row = (await repo.listViews(tx, caller)).find((view) => view.id === id)
    if (!row) throw new AppError('ERR_NO_TICKET_VIEW_FOUND')
    if (!mayEdit(caller, row)) throw new AppError('ERR_NO_PERMISSION')
    return row
  }

  const told = (tx: Tx, ...sharings: ViewSharing[]) => {
    const { tenantId } = tx.scope
    const userId = userIdOf(tx.scope)
    const isShared = sharings.some((sharing) => sharing !== 'mine')
    tx.afterCommit(() => {
      if (isShared) return realtime.publish({ tenantId, to: 'tenant' }, 'ticketViews', { action: 'update' })
      if (userId !== null)
        return realtime.publish({ tenantId, to: 'user', userId }, 'ticketViews', { action: 'update' })
    })
  }

  /** How it is shared, and with which team. @throws ERR_NO_PERMISSION, ERR_NO_TEAM_FOUND */
  const sharingOf = async (
    tx: Tx,
    { sharing = 'mine', teamId = null }: { sharing?: ViewSharing | undefined; teamId?: number | null | undefined },
  ) => {
    if (!mayShare(callerOf(tx.scope), sharing)) throw new AppError('ERR_NO_PERMISSION')
    if (sharing !== 'team') return { sharing, teamId: null }
    if (teamId === null || !(await repo.hasTeam(tx, teamId))) throw new AppError('ERR_NO_TEAM_FOUND')
    return { sharing, teamId }
  }

  const requireRoom = async (tx: Tx, sharing: ViewSharing, ownerId: number | null) => {
    if ((await repo.countViews(tx, sharing, ownerId)) >= repo.MAX_VIEWS)
      throw new AppError('ERR_TICKET_VIEWS_FULL', { params: { max: repo.MAX_VIEWS } })
  }

  const found = async (tx: Tx, id: number): Promise<TicketView> => {
    const view = (await list(tx)).find((other) => other.id === id)
    if (!view) throw new AppError('ERR_NO_TICKET_VIEW_FOUND')
    return view
  }

  return {
    list: (scope: Scope): Promise<TicketView[]> => uow.run(scope, list),

    async counts(scope: Scope): Promise<{ id: number; count: number }[]> {
      const viewer = await loadViewer(uow, scope)
      const rows = await uow.run(scope, (tx) => repo.listViews(tx, callerOf(scope)))
      const mine = rows.filter(({ isForMe }) => isForMe)
      const views = mine.map(({ tab, filters: { mine: isMine, ...filters } }) => ({
        tab,
        filters: { ...filters, ...(isMine && viewer.userId !== null ? { useradmId: viewer.userId } : {}) },
      }))
      const counts = await countViews(uow, scope, viewer, views)
      return mine.map(({ id }, at) => ({ id, count: counts[at] ?? 0 }))
    },

    /** @throws the errors of the contract's `create` */
    create: (scope: Scope, { name: given, ...write }: TicketViewCreate): Promise<TicketView> =>
      uow.run(scope, async (tx) => {
        await repo.lockViews(tx)
        const name = given.trim()
        const shared = await sharingOf(tx, write)
        const ownerId = userIdOf(scope)
        await requireRoom(tx, shared.sharing, ownerId)
        const taken = await repo.isNameTaken(tx, name, { ...shared, ownerId, except: null })
        if (taken) throw new AppError('ERR_TICKET_VIEW_NAME_EXISTS')
        const id = await repo.insertView(tx, { ...write, ...shared, name, ownerId })
        await audit(tx, { action: 'ticket-view.create', object: `ticket-view:${id}`, details: { ...shared } })
        told(tx, shared.sharing)
        return found(tx, id)
      }),

    /** @throws the errors of the contract's `update` */
    update: (scope: Scope, id: number, { name: given, ...write }: TicketViewUpdate): Promise<TicketView> =>
      uow.run(scope, async (tx) => {
        await repo.lockViews(tx)
        const row = await editable(tx, id)
        const sharing = write.sharing ?? row.sharing
        const shared = await sharingOf(tx, { sharing, teamId: write.teamId === undefined ? row.teamId : write.teamId })
        // what was shared by somebody else becomes the own of whoever takes it back
        const ownerId = sharing === 'mine' ? userIdOf(scope) : row.ownerId
        const name = given?.trim() ?? row.name
        if ((sharing === 'mine') !== (row.sharing === 'mine')) await requireRoom(tx, sharing, ownerId)
        if (await repo.isNameTaken(tx, name, { sharing, ownerId, except: id }))
          throw new AppError('ERR_TICKET_VIEW_NAME_EXISTS')
        await repo.updateView(tx, id, { ...write, ...shared, name, ownerId })
        await audit(tx, { action: 'ticket-view.update', object: `ticket-view:${id}`, details: { ...shared } })
        told(tx, row.sharing, sharing)
        return found(tx, id)
      }),

    /** @throws ERR_NO_TICKET_VIEW_FOUND, ERR_NO_PERMISSION */
    reorder: (scope: Scope, ids: number[]): Promise<TicketView[]> =>
      uow.run(scope, async (tx) => {
        await repo.lockViews(tx)
        const caller = callerOf(scope)
        const rows = new Map((await repo.listViews(tx, caller)).map((row) => [row.id, row]))
        const moved = ids.map((id) => rows.get(id) ?? null)
        if (moved.some((row) => row === null)) throw new AppError('ERR_NO_TICKET_VIEW_FOUND')
        if (moved.some((row) => row && !mayEdit(caller, row))) throw new AppError('ERR_NO_PERMISSION')
        await repo.saveOrder(tx, ids)
        told(tx, ...moved.flatMap((row) => row?.sharing ?? []))
        return list(tx)
      }),

    /** @throws ERR_NO_TICKET_VIEW_FOUND, ERR_NO_PERMISSION */
    remove: (scope: Scope, id: number): Promise<void> =>
      uow.run(scope, async (tx) => {
        const row = await editable(tx, id)
        await repo.deleteView(tx, id)
        await audit(tx, { action: 'ticket-view.delete', object: `ticket-view:${id}`, details: { name: row.name } })
        told(tx, row.sharing)
      }),

    /** For the `beforeRemoval` port of users. */
    beforeRemoval: repo.deleteOwn,
  }
}

export type TicketViews = ReturnType<typeof createTicketViews>
