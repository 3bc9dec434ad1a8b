import Box from '@mui/joy/Box'
import Checkbox from '@mui/joy/Checkbox'
import Sheet from '@mui/joy/Sheet'
import { useVirtualizer } from '@tanstack/react-virtual'
import { observer } from 'mobx-react-lite'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useT } from '../../lib/i18n/i18n.ts'
import { preferences } from '../../lib/preferences.ts'
import { useUrlText } from '../../lib/use-url-state.ts'
import { ErrorState } from '../error-state.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { type Column, displayOf, readSorting, sortRows } from './columns.ts'
import { SkeletonRows } from './skeleton-rows.tsx'
import { TableHead } from './table-head.tsx'
import { useRowKeys } from './use-row-keys.ts'

export interface DataTableProps<Row> {
  /** Names the table for screen readers and what is remembered of it. */
  name: string
  label: string
  columns: Column<Row>[]
  rows: readonly Row[] | undefined
  rowKey(row: Row): string | number
  /** Enter or a click opens the row. */
  onOpen?(row: Row): void
  error?: unknown
  onRetry?: () => void
  /** Shown when there are no rows. */
  empty: ReactNode
  /** Keyset pages: more rows wait behind the last one. */
  hasMore?: boolean
  loadingMore?: boolean
  onMore?(): void
  selected?: ReadonlySet<string | number>
  onSelect?(selected: ReadonlySet<string | number>): void
  /** Buttons of the bulk bar. */
  bulk?: ReactNode
  /** Menu or buttons at the end of a row. */
  rowMenu?(row: Row): ReactNode
}

const ROW_HEIGHT = { comfortable: 44, compact: 34 }

/** The one table: sticky head, column choice, virtual rows, pages, bulk bar, keyboard rows. */
export const DataTable = observer(function DataTable<Row>(props: DataTableProps<Row>) {
  const { name, label, columns, rows, rowKey, onOpen, error, onRetry, empty, selected, onSelect, bulk, rowMenu } = props
  const { hasMore = false, loadingMore = false, onMore } = props
  const t = useT('ui')
  const scroller = useRef<HTMLDivElement>(null)
  const [sortText, setSortText] = useUrlText('ordem')
  const choice = preferences.recall<Record<string, boolean>>(`table.${name}`, {})
  const shown = columns.filter((column) => column.fixed || (choice[column.id] ?? !column.hidden))
  const sorting = readSorting(sortText)
  const sorted = sortRows(rows ?? [], columns, sorting)

  const virtual = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT[preferences.density],
    overscan: 12,
  })
  const items = virtual.getVirtualItems()
  const before = items[0]?.start ?? 0
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)

  const more = useEffectEvent(() => onMore?.())
  const last = items.at(-1)?.index ?? 0
  const nearEnd = hasMore && !loadingMore && sorted.length > 0 && last >= sorted.length - 10
  useEffect(() => {
    if (nearEnd) more()
  }, [nearEnd])

  const toggle = (key: string | number) => {
    const next = new Set(selected)
    if (!next.delete(key)) next.add(key)
    onSelect?.(next)
  }
  const keys = useRowKeys({
    count: sorted.length,
    reveal: (index) => virtual.scrollToIndex(index),
    open: (index) => {
      const row = sorted[index]
      if (row) onOpen?.(row)
    },
    toggle: (index) => {
      const row = sorted[index]
      if (row && onSelect) toggle(rowKey(row))
    },
  })

  if (error && !rows) return <ErrorState error={error} onRetry={onRetry} />
  if (rows && rows.length === 0) return <>{empty}</>

  const width = shown.length + (onSelect ? 1 : 0) + 1
  return (
    <Sheet
      variant="outlined"
      sx={{ minHeight: 0, display: 'flex', flexDirection: 'column', borderRadius: 8, overflow: 'hidden' }}
    >
      {selected && selected.size > 0 && onSelect && (
        <BulkBar count={selected.size} onClear={() => onSelect(new Set())}>
          {bulk}
        </BulkBar>
      )}
      <Box ref={scroller} sx={{ flex: 1, minHeight: 0, overflow: 'auto' }}>
        <Box
          component="table"
          aria-label={label}
          aria-rowcount={hasMore ? -1 : sorted.length}
          aria-busy={rows === undefined}
          sx={tableStyles}
        >
          <TableHead
            columns={columns}
            shown={shown}
            sorting={sorting}
            onSort={setSortText}
            choice={choice}
            onChoose={(next) => preferences.remember(`table.${name}`, next)}
            all={
              onSelect && (
                <Checkbox
                  size="sm"
                  checked={sorted.length > 0 && sorted.every((row) => selected?.has(rowKey(row)))}
                  indeterminate={(selected?.size ?? 0) > 0 && !sorted.every((row) => selected?.has(rowKey(row)))}
                  onChange={(event) => onSelect(new Set(event.target.checked ? sorted.map(rowKey) : []))}
                  slotProps={{ input: { 'aria-label': t('table.selectAll') } }}
                />
              )
            }
          />
          <tbody ref={keys.body}>
            {rows === undefined && <SkeletonRows columns={shown} selectable={Boolean(onSelect)} />}
            {before > 0 && <tr aria-hidden style={{ height: before }} />}
            {items.map((item) => {
              const row = sorted[item.index]
              if (row === undefined) return null
              const key = rowKey(row)
              return (
                <tr
                  key={key}
                  data-index={item.index}
                  ref={virtual.measureElement}
                  aria-rowindex={item.index + 1}
                  {...(selected ? { 'aria-selected': selected.has(key) } : {})}
                  {...keys.rowProps(item.index)}
                  style={{ cursor: onOpen ? 'pointer' : 'default' }}
                >
                  {onSelect && (
                    <td data-cell="check">
                      <Checkbox
                        size="sm"
                        checked={selected?.has(key) ?? false}
                        onChange={() => toggle(key)}
                        slotProps={{ input: { 'aria-label': t('table.select'), tabIndex: -1 } }}
                      />
                    </td>
                  )}
                  {shown.map((column) => (
                    <Box
                      component="td"
                      key={column.id}
                      sx={displayOf(column.priority)}
                      style={{ textAlign: column.align ?? 'left' }}
                    >
                      {column.cell(row)}
                    </Box>
                  ))}
                  <td data-cell="menu">{rowMenu?.(row)}</td>
                </tr>
              )
            })}
            {after > 0 && <tr aria-hidden style={{ height: after }} />}
            {loadingMore && (
              <tr>
                <Box component="td" colSpan={width} sx={{ color: 'text.tertiary', textAlign: 'center' }}>
                  {t('loading')}
                </Box>
              </tr>
            )}
          </tbody>
        </Box>
      </Box>
    </Sheet>
  )
}) as <Row>(props: DataTableProps<Row>) => ReactNode

const tableStyles = {
  width: '100%',
  borderCollapse: 'separate',
  borderSpacing: 0,
  tableLayout: 'auto',
  fontSize: 'sm',
  '& th, & td': { px: 3, textAlign: 'left', borderBottom: '1px solid', borderColor: 'divider' },
  '& td': { height: 'var(--row-height)', py: 'var(--cell-y)', overflowWrap: 'anywhere' },
  '& th': {
    position: 'sticky',
    top: 0,
    zIndex: 1,
    height: 36,
    bgcolor: 'background.level1',
    color: 'text.secondary',
    fontSize: 'xs',
    fontWeight: 550,
    whiteSpace: 'nowrap',
  },
  '& [data-cell=check]': { width: 44, pr: 0, lineHeight: 0 },
  '& [data-cell=menu]': { width: 48, textAlign: 'right', pl: 0, whiteSpace: 'nowrap' },
  '& tbody tr:hover td': { bgcolor: 'neutral.plainHoverBg' },
  '& tbody tr[aria-selected=true] td': { bgcolor: 'primary.softBg' },
  '& tbody tr:focus-visible': { outline: '2px solid', outlineOffset: -2, outlineColor: 'focusVisible' },
  '& tbody tr:last-of-type td': { borderBottom: 0 },
}
