import { systemScope } from '../../platform/db/scope.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'
import type { ContactNews } from './news.ts'
import * as repo from './picture-repo.ts'

export interface PictureDeps {
  uow: UnitOfWork
  news: ContactNews
  onTicketsChanged(tenantId: number, ids: number[]): void
  /** Removes files that nothing uses any more. */
  discardFiles(tenantId: number, ids: string[]): Promise<void>
}

/** Pictures that channels name by a handle. They are fetched like the files of messages, with smaller limits. */
export function createPictures({ uow, news, onTicketsChanged, discardFiles }: PictureDeps) {
  return {
    /**
     * A picture is there: its contact wears it from now on. Or it cannot be had: then the one before stays, until the
     * channel names another one.
     */
    async settled(tenantId: number, mediaId: string, state: 'ready' | 'failed'): Promise<void> {
      const { contactIds, ticketIds, leftIds } = await uow.run(systemScope(tenantId, 'pictures'), async (tx) => {
        const changed = await repo.wearPicture(tx, mediaId, state === 'ready')
        const contactIds = state === 'ready' ? changed.map(({ id }) => id) : []
        return {
          contactIds,
          ticketIds: await repo.liveTickets(tx, contactIds),
          leftIds: [mediaId, ...changed.flatMap(({ previousId }) => previousId ?? [])],
        }
      })
      await discardFiles(tenantId, leftIds)
      if (contactIds.length === 0) return
      await news.announce(tenantId, contactIds)
      onTicketsChanged(tenantId, ticketIds)
    },
  }
}
