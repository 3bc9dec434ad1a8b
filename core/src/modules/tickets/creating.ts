import { type Scope, userIdOf } from '../../platform/db/scope.ts'
import type { Tx } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { type ChannelRow, channelFor, getChannel, mayOpenOn } from '../channels/index.ts'
import { currentContact } from '../contacts/index.ts'
import { findLive, insertTicket } from './change-repo.ts'
import { otherOpenTicket } from './conflict.ts'
import { writeLog } from './log-repo.ts'
import { seesAll, type TicketViewer } from './policy.ts'
import type { FirstMessage, TicketDeps } from './ports.ts'
import { presentTicket, viewFor } from './presenter.ts'
import { addressOn } from './reach.ts'
import type { TicketNews } from './realtime.ts'
import { loadTickets } from './record-repo.ts'
import type { Ticket, TicketCreate } from './schemas.ts'
import { seenTicket } from './seen.ts'
import * as targets from './target-repo.ts'
import { loadViewer } from './viewer.ts'

type CreatingDeps = Pick<
  TicketDeps,
  'uow' | 'clock' | 'fileUrl' | 'addressKind' | 'startsConversation' | 'onTicketChanged' | 'firstMessage'
>

export function createCreating(deps: CreatingDeps & { news: TicketNews }) {
  const { uow, clock, news } = deps

  /** A connected channel on which the caller may open tickets, and whose plugin is there. */
  const channelOf = async (tx: Tx, viewer: TicketViewer, wanted: TicketCreate): Promise<ChannelRow> => {
    const id = wanted.channelId ?? wanted.whatsappId
    const type = wanted.channel
    const channel = await (id ? getChannel(tx, id) : channelFor(tx, type === undefined ? {} : { type }))
    if (!channel.isActive || channel.state !== 'connected')
      throw new AppError('ERR_NO_DEF_WAPP_FOUND', { params: { channel: channel.name } })
    if (viewer.userId !== null && !seesAll(viewer) && !(await mayOpenOn(tx, viewer.userId, channel.id)))
      throw new AppError('ERR_NO_PERMISSION')
    return channel
  }

  const queueOf = async (tx: Tx, viewer: TicketViewer, queueId: number | null): Promise<number | null> => {
    if (queueId === null) {
      if (await targets.hasActiveQueues(tx)) throw new AppError('ERR_NO_QUEUE_FOUND')
      return null
    }
    const isMine = seesAll(viewer) || viewer.queueIds.includes(queueId)
    if (!isMine || !(await targets.isActiveQueue(tx, queueId))) throw new AppError('ERR_NO_QUEUE_FOUND')
    return queueId
  }

  /** The creator, unless it is to wait, or somebody who sees all opens it for a colleague. */
  const userOf = async (tx: Tx, viewer: TicketViewer, wanted: TicketCreate): Promise<number | null> => {
    if (wanted.status === 'pending') return null
    const userId = (seesAll(viewer) ? wanted.userId : null) ?? viewer.userId
    if (userId === null || !(await targets.isActiveUser(tx, userId))) throw new AppError('ERR_NO_USER_FOUND')
    return userId
  }

  const own = {
    /** @throws the errors of the contract's `create` */
    async create(scope: Scope, wanted: TicketCreate): Promise<Ticket> {
      const me = userIdOf(scope)
      const { tenantId } = scope
      const first = firstOf(wanted)
      const { id, viewer } = await uow.run(scope, async (tx) => {
        const contact = await currentContact(tx, wanted.contactId)
        const viewer = await loadViewer(tx, scope)
        if (!contact) throw new AppError('ERR_NO_CONTACT_FOUND')
        if (contact.isGroup && viewer.rules.noGroups) throw new AppError('ERR_NO_PERMISSIO')
        const channel = await channelOf(tx, viewer, wanted)
        const queueId = await queueOf(tx, viewer, wanted.queueId ?? null)
        const userId = await userOf(tx, viewer, wanted)
        const place = { contactId: contact.id, channelId: channel.id }
        const inTheWay = async () => {
          const live = await findLive(tx, scope, place)
          return live && otherOpenTicket(live, { me, hidesQueueless: viewer.rules.notViewQueueUndefined })
        }
        // whoever writes to us is not always somebody whom we could write to first: their ticket is the answer then
        const addressId = await addressOn(tx, deps, contact.id, channel).catch(async (error: unknown) => {
          throw (await inTheWay()) ?? error
        })
        const status = userId === null ? 'pending' : 'open'
        if (first) {
          if (status !== 'open') throw new AppError('ERR_TICKET_STATE', { params: { status } })
          await deps.firstMessage.check(scope, { ...place, type: channel.type }, first)
        }
        const ticket = { ...place, addressId, status, queueId, userId, isGroup: contact.isGroup }
        const id = await insertTicket(tx, ticket, clock.now())
        if (id === null) throw (await inTheWay()) ?? new AppError('ERR_CREATING_TICKET')
        await writeLog(tx, [{ ticketId: id, type: 'create', queueId, toUserId: userId }])
        tx.emit('ticket.created', { ticketId: id, by: me, ...place, queueId, userId })
        tx.afterCommit(() => news.announce(tenantId, [id], { extra: { isCreated: true } }))
        tx.afterCommit(() => deps.onTicketChanged(tenantId, [id]))
        return { id, viewer }
      })
      if (first) await deps.firstMessage.send(scope, id, first)
      const [record] = await loadTickets(uow, scope, [id])
      if (!record) throw new AppError('ERR_CREATING_TICKET')
      return presentTicket(record, viewFor(viewer, deps.fileUrl))
    },

    /**
     * The contact's live ticket on a channel, whoever has it as long as the caller sees it; opened for the caller where
     * there is none. @throws ERR_OTHER_OPEN_TICKET for one that the caller does not see, and the errors of `create`
     */
    async live(scope: Scope, place: { contactId: number; channelId: number; queueId: number | null }): Promise<number> {
      const found = await findLive(uow, scope, place)
      if (!found) return (await own.create(scope, { ...place, status: 'open' })).id
      const seen = await seenTicket(uow, scope, found.id).catch((error: unknown) => {
        throw error instanceof AppError ? otherOpenTicket(found, { me: userIdOf(scope), hidesQueueless: true }) : error
      })
      return seen.id
    },
  }
  return own
}

const firstOf = ({ message, outsideWindow }: TicketCreate): FirstMessage | null =>
  message?.trim() ? { body: message, outsideWindow: outsideWindow ?? false } : null
