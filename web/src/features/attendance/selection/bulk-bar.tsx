import Button from '@mui/joy/Button'
import { MAX_IDS, type TicketSelection } from '@recado/core/modules/ticket-tasks/contract'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { formatNumber } from '../../../lib/format/numbers.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { session } from '../../../lib/session/session.ts'
import { useShortcuts } from '../../../lib/shortcuts/registry.ts'
import { SelectionBar } from '../../../ticket-work-ui/selection-bar.tsx'
import { type Filters, listQuery, type Tab } from '../list/filters.ts'
import type { TicketList } from '../list/ticket-list.ts'
import { ticketLists } from '../list/ticket-lists.ts'
import { selection } from './selection.ts'

interface BulkBarProps {
  list: TicketList
  tab: Tab
  filters: Filters
  /** Of the work that has begun. */
  onBegun(taskId: number): void
}

/** Closed tickets are counted up to here. */
const MAX_COUNT = 1000

/** What can be done with the picked tickets of the list, or with all that its filter finds. */
export const BulkBar = observer(({ list, tab, filters, onBegun }: BulkBarProps) => {
  const t = useT('ticketWorkUi')
  const { ids, isAll } = selection
  useEffect(() => selection.keep(list.ids), [list.ids])
  useShortcuts(t('select.keys'), [{ keys: 'escape', label: t('select.leave'), run: () => selection.leave() }])

  const total = ticketLists.counts?.[tab] ?? null
  const isCounted = total !== null && (tab !== 'closed' || total < MAX_COUNT)
  const count = isAll ? (isCounted ? total : null) : ids.size
  const chosen: TicketSelection = isAll
    ? {
        filter: { ...listQuery(tab, filters, session.user?.userId ?? 0), showAll: filters.showAll },
        ...(count === null ? {} : { expected: count }),
      }
    : { ticketIds: [...ids], expected: ids.size }
  const mayDelete = isAll || (ids.size > 0 && ids.size <= MAX_IDS)
  const hasMore = !isAll && (total ?? 0) > ids.size
  return (
    <SelectionBar
      picked={isAll ? null : ids.size}
      selection={chosen}
      count={count}
      mayClose={mayDelete && tab !== 'closed'}
      mayDelete={mayDelete}
      more={
        hasMore && (
          <Button size="sm" variant="plain" onClick={() => selection.takeAll()}>
            {isCounted ? t('select.all', { number: formatNumber(total ?? 0) }) : t('select.allMany')}
          </Button>
        )
      }
      onLeave={() => selection.leave()}
      onBegun={onBegun}
    />
  )
})
