import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import IconButton from '@mui/joy/IconButton'
import Typography from '@mui/joy/Typography'
import { MAX_IDS, type TicketSelection } from '@recado/core/modules/ticket-tasks/contract'
import { CheckCheck, Trash2, X } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { formatNumber } from '../../../lib/format/numbers.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { session } from '../../../lib/session/session.ts'
import { useShortcuts } from '../../../lib/shortcuts/registry.ts'
import { CloseManyDialog } from '../../../ticket-work-ui/close-dialog.tsx'
import { DeleteManyDialog } from '../../../ticket-work-ui/delete-dialog.tsx'
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

/** What can be done with the picked tickets. */
export const BulkBar = observer(({ list, tab, filters, onBegun }: BulkBarProps) => {
  const t = useT('ticketWorkUi')
  const [asks, setAsks] = useState<'close' | 'delete' | null>(null)
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
  const isEmpty = !isAll && ids.size === 0
  const isTooMany = !isAll && ids.size > MAX_IDS
  const hasMore = !isAll && (total ?? 0) > ids.size
  const done = {
    selection: chosen,
    count,
    onClose: () => setAsks(null),
    onBegun: ({ id }: { id: number }) => {
      setAsks(null)
      selection.leave()
      onBegun(id)
    },
  }
  return (
    <Box
      role="region"
      aria-label={t('select.bar')}
      sx={{ borderTop: '1px solid', borderColor: 'divider', bgcolor: 'background.level1', px: 3, py: 2 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Typography level="body-sm" role="status" className="tabular" sx={{ flex: 1 }}>
          {isAll
            ? t('select.isAll')
            : isEmpty
              ? t('select.none')
              : t('select.count', { count: ids.size, number: formatNumber(ids.size) })}
        </Typography>
        {hasMore && (
          <Button size="sm" variant="plain" onClick={() => selection.takeAll()}>
            {isCounted ? t('select.all', { number: formatNumber(total ?? 0) }) : t('select.allMany')}
          </Button>
        )}
        <IconButton size="sm" variant="plain" aria-label={t('select.leave')} onClick={() => selection.leave()}>
          <X size={16} />
        </IconButton>
      </Box>
      <Box sx={{ display: 'flex', gap: 2, mt: 1 }}>
        <Button
          size="sm"
          disabled={isEmpty || isTooMany || tab === 'closed'}
          startDecorator={<CheckCheck size={15} aria-hidden />}
          onClick={() => setAsks('close')}
        >
          {t('close.submit')}
        </Button>
        <Button
          size="sm"
          color="danger"
          variant="soft"
          disabled={isEmpty || isTooMany}
          startDecorator={<Trash2 size={15} aria-hidden />}
          onClick={() => setAsks('delete')}
        >
          {t('delete.submit')}
        </Button>
      </Box>
      {asks === 'close' && <CloseManyDialog {...done} />}
      {asks === 'delete' && <DeleteManyDialog {...done} />}
    </Box>
  )
})
