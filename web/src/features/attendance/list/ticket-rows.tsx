import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import { useVirtualizer } from '@tanstack/react-virtual'
import { observer } from 'mobx-react-lite'
import { useEffect, useRef } from 'react'
import { useT } from '../../../lib/i18n/i18n.ts'
import { preferences } from '../../../lib/preferences.ts'
import { useQueueColours } from '../state/use-queue-colours.ts'
import { useRowFocus } from './row-focus.ts'
import { rowStyles } from './row-styles.ts'
import type { TicketList } from './ticket-list.ts'
import { TicketRow } from './ticket-row.tsx'

/** One function per list, so that rows are not drawn again. */
const orders = new WeakMap<TicketList, () => readonly number[]>()
function orderOf(list: TicketList): () => readonly number[] {
  const known = orders.get(list)
  if (known) return known
  const made = () => list.ids
  orders.set(list, made)
  return made
}

const HEIGHTS = { comfortable: 78, compact: 70 }
/** Rows from the end at which the next page is asked for. */
const AHEAD = 12

interface TicketRowsProps {
  list: TicketList
  search: string
  openId: number | null
  label: string
  onOpen(id: number): void
  onAccept(id: number): void
  /** Rows can be picked. */
  mayPick: boolean
}

/** The rows on screen of a list of any length. Remembers where it was left. */
export const TicketRows = observer(({ list, search, openId, label, mayPick, onOpen, onAccept }: TicketRowsProps) => {
  const ui = useT('ui')
  const t = useT('attendance')
  const scroller = useRef<HTMLDivElement>(null)
  const colours = useQueueColours()
  const height = HEIGHTS[preferences.density]
  const rows = useVirtualizer({
    count: list.ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: (index) => list.ids[index] ?? index,
    overscan: 8,
    initialOffset: list.scrolled,
  })
  // The density changed.
  useEffect(() => {
    if (height > 0) rows.measure()
  }, [height, rows])
  useRowFocus(list, rows, scroller)
  const items = rows.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  const isNearEnd = last >= list.ids.length - AHEAD
  useEffect(() => {
    if (isNearEnd && list.hasMore && list.more === 'idle') void list.loadMore()
  }, [isNearEnd, list, list.hasMore, list.more])
  return (
    <Box
      ref={scroller}
      onScroll={(event) => {
        list.scrolled = event.currentTarget.scrollTop
      }}
      sx={{ flex: 1, minHeight: 0, overflowY: 'auto', overscrollBehavior: 'contain', ...rowStyles }}
    >
      <ul aria-label={label} className="rows" style={{ height: rows.getTotalSize() }}>
        {items.map(({ key, index, start }) => {
          const id = list.ids[index]
          if (id === undefined) return null
          return (
            <li
              key={key}
              className="row"
              aria-setsize={list.hasMore ? -1 : list.ids.length}
              aria-posinset={index + 1}
              style={{ height, transform: `translateY(${start}px)` }}
            >
              <TicketRow
                id={id}
                search={search}
                isOpen={id === openId}
                colours={colours}
                onOpen={onOpen}
                onAccept={onAccept}
                order={mayPick ? orderOf(list) : null}
              />
            </li>
          )
        })}
      </ul>
      {list.more === 'loading' && (
        <Box role="status" sx={{ p: 3, textAlign: 'center', fontSize: 'xs', color: 'text.tertiary' }}>
          {ui('loading')}
        </Box>
      )}
      {list.more === 'failed' && (
        <Box sx={{ p: 3, textAlign: 'center', fontSize: 'xs' }}>
          {t('list.moreFailed')}{' '}
          <Button size="sm" variant="plain" onClick={() => void list.loadMore()}>
            {ui('retry')}
          </Button>
        </Box>
      )}
    </Box>
  )
})
