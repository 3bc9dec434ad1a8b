import type { Scope } from '../../platform/db/scope.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { pageOf } from '../../platform/http/shapes.ts'
import type { FileUrl } from '../auth/index.ts'
import { cursorOf, placeOf } from './cursor.ts'
import { countTabs, listTickets } from './list-repo.ts'
import { seesAll } from './policy.ts'
import { presentTicketRow, viewFor } from './presenter.ts'
import {
  TICKET_STATUSES,
  type TicketCountQuery,
  type TicketCounts,
  type TicketQuery,
  type TicketRow,
} from './schemas.ts'
import { loadViewer } from './viewer.ts'

const PAGE = 30
/** Beyond this many rows only the cursor goes on. */
const MAX_OFFSET = 10_000

export interface TicketPage {
  tickets: TicketRow[]
  count: number
  hasMore: boolean
  nextCursor: string | null
}

export function createListing({ uow, fileUrl }: { uow: UnitOfWork; fileUrl: FileUrl }) {
  return {
    /** @throws ERR_NO_STATUS_SELECTED, ERR_TOO_MANY_PAGES, ERR_VALIDATION for a cursor of nobody's */
    async list(scope: Scope, query: TicketQuery): Promise<TicketPage> {
      const viewer = await loadViewer(uow, scope)
      const after = query.cursor === undefined ? null : placeOf(query.cursor)
      const { skip, take } = pageOf(after ? { ...query, pageNumber: 1 } : query, PAGE)
      if (skip > MAX_OFFSET) throw new AppError('ERR_TOO_MANY_PAGES')
      const asksAll = query.showAll === true && seesAll(viewer)
      const statuses = query.status?.length ? query.status : asksAll ? TICKET_STATUSES : []
      if (statuses.length === 0) throw new AppError('ERR_NO_STATUS_SELECTED')

      const { records, count } = await listTickets(uow, scope, {
        viewer,
        filters: query,
        statuses,
        after,
        skip,
        take: take + 1,
      })
      const shown = records.slice(0, take)
      const last = shown.at(-1)
      const hasMore = records.length > take
      const view = viewFor(viewer, fileUrl)
      return {
        tickets: shown.map((record) => presentTicketRow(record, view)),
        count,
        hasMore,
        nextCursor: hasMore && last ? cursorOf(last) : null,
      }
    },

    async counts(scope: Scope, filters: TicketCountQuery): Promise<TicketCounts> {
      return countTabs(uow, scope, await loadViewer(uow, scope), filters)
    },
  }
}
