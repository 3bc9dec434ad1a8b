import { systemScope } from '../../platform/db/scope.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'
import type { ContactNews } from './news.ts'
import { withLiveTickets } from './picture-repo.ts'

/**
 * What channels tell of people besides what these write, such as a name that is looked up after the first message.
 * Screens hear of those who are in somebody's list; an address book that comes in one piece is no news.
 */
export const createHearing =
  ({ uow, news }: { uow: UnitOfWork; news: ContactNews }) =>
  async (tenantId: number, contactIds: number[]): Promise<void> => {
    const concerned = await uow.run(systemScope(tenantId, 'contacts'), (tx) => withLiveTickets(tx, contactIds))
    if (concerned.length > 0) await news.announce(tenantId, concerned)
  }
