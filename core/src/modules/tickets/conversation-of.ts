import type { Scope } from '../../platform/db/scope.ts'
import type { Tx } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { getChannel } from '../channels/index.ts'
import { currentContact } from '../contacts/index.ts'
import { findNewest, insertTicket, updateTicket } from './change-repo.ts'
import { writeLog } from './log-repo.ts'
import type { TicketDeps } from './ports.ts'
import { addressOn } from './reach.ts'
import type { TicketNews } from './realtime.ts'

type ConversationDeps = Pick<TicketDeps, 'uow' | 'clock' | 'addressKind' | 'startsConversation' | 'onTicketChanged'> & {
  news: TicketNews
}

interface Place {
  contactId: number
  channelId: number
}

/** Where the program writes to a contact by itself: in what there is, without opening anything. */
export function createConversationOf(deps: ConversationDeps) {
  const { uow, clock, news } = deps

  /** A closed ticket, which an answer does not change: it opens one of its own as always. */
  const begin = async (tx: Tx, contact: { id: number; isGroup: boolean }, channelId: number, userId: number | null) => {
    const addressId = await addressOn(tx, deps, contact.id, await getChannel(tx, channelId))
    const place = { contactId: contact.id, channelId }
    const ticket = { ...place, addressId, status: 'closed', queueId: null, userId, isGroup: contact.isGroup }
    const id = await insertTicket(tx, ticket, clock.now())
    if (id === null) throw new AppError('ERR_CREATING_TICKET')
    await updateTicket(tx, id, { closedAt: new Date(clock.now()) }, clock.now())
    await writeLog(tx, [{ ticketId: id, type: 'create', toUserId: userId }])
    tx.emit('ticket.created', { ticketId: id, by: null, ...place, queueId: null, userId })
    const { tenantId } = tx.scope
    tx.afterCommit(() => news.announce(tenantId, [id]))
    tx.afterCommit(() => deps.onTicketChanged(tenantId, [id]))
    return id
  }

  return {
    /** @throws ERR_NO_CONTACT_FOUND, ERR_NO_WAPP_FOUND, ERR_CREATING_TICKET, ERR_WAPP_INVALID_CONTACT */
    async requireReach(tx: Tx, { contactId, channelId }: Place): Promise<void> {
      const contact = await currentContact(tx, contactId)
      if (!contact) throw new AppError('ERR_NO_CONTACT_FOUND')
      const channel = await getChannel(tx, channelId)
      const newest = await findNewest(tx, { contactId: contact.id, channelId })
      if (newest === null) await addressOn(tx, deps, contact.id, channel)
    },

    /**
     * The contact's ticket on a channel: the live one, else the newest, else a closed one made for it, of `userId`.
     * @throws those of `requireReach`
     */
    conversationOf: (scope: Scope, { userId, ...place }: Place & { userId: number | null }): Promise<number> =>
      uow.run(scope, async (tx) => {
        const contact = await currentContact(tx, place.contactId)
        if (!contact) throw new AppError('ERR_NO_CONTACT_FOUND')
        await getChannel(tx, place.channelId)
        const newest = await findNewest(tx, { ...place, contactId: contact.id })
        return newest ?? begin(tx, contact, place.channelId, userId)
      }),
  }
}
