import { maskPhone } from './modules/contacts/index.ts'
import { loadMessages } from './modules/messages/index.ts'
import type { NoticeSources } from './modules/notifications/index.ts'
import { factsOf, loadTickets, loadViewer, sees } from './modules/tickets/index.ts'
import type { UnitOfWork } from './platform/db/uow.ts'

/** What notices say of tickets and messages, and to whom. */
export const createNoticeSources = (uow: UnitOfWork): NoticeSources => ({
  async seenTickets(scope, ids) {
    const viewer = await loadViewer(uow, scope)
    const records = await loadTickets(uow, scope, ids)
    return new Set(records.filter((record) => sees(viewer, factsOf(record))).map(({ id }) => id))
  },

  async tickets(tenantId, ids) {
    const records = await loadTickets(uow, { tenantId }, ids)
    return records.map(({ id, userId, rememberedUserId, isGroup, contact, hidesPhones }) => ({
      id,
      userId,
      rememberedUserId,
      isGroup,
      contactName: hidesPhones && isNumber(contact.name) ? maskPhone(contact.name) : contact.name,
    }))
  },

  async messages(tenantId, ids) {
    const records = await loadMessages(uow, { tenantId }, ids)
    return records.map(({ id, ticketId, userId, fromMe, status, isDeleted, body }) => ({
      id,
      ticketId,
      userId,
      fromMe,
      isFailed: status === 'failed',
      text: isDeleted ? '' : body,
    }))
  },
})

/** Contacts without a name are called by their number. */
const isNumber = (name: string): boolean => /^\+?[\d\s()-]{8,}$/.test(name)
