import Box from '@mui/joy/Box'
import Checkbox from '@mui/joy/Checkbox'
import Dropdown from '@mui/joy/Dropdown'
import IconButton from '@mui/joy/IconButton'
import Menu from '@mui/joy/Menu'
import MenuButton from '@mui/joy/MenuButton'
import MenuItem from '@mui/joy/MenuItem'
import { ArrowDown, ArrowUp, SlidersHorizontal } from 'lucide-react'
import type { ReactNode } from 'react'
import { useT } from '../../lib/i18n/i18n.ts'
import { type Column, displayOf, nextSorting, type Sorting } from './columns.ts'

interface TableHeadProps<Row> {
  columns: Column<Row>[]
  shown: Column<Row>[]
  sorting: Sorting | null
  onSort(text: string): void
  choice: Record<string, boolean>
  onChoose(choice: Record<string, boolean>): void
  /** The box that selects all. */
  all: ReactNode
}

export function TableHead<Row>({ columns, shown, sorting, onSort, choice, onChoose, all }: TableHeadProps<Row>) {
  return (
    <thead>
      <tr>
        {all && <th data-cell="check">{all}</th>}
        {shown.map((column) => (
          <Box
            component="th"
            scope="col"
            key={column.id}
            aria-sort={ariaSort(column, sorting)}
            sx={{ ...displayOf(column.priority), ...(column.width ? { width: { sm: column.width } } : {}) }}
            style={{ textAlign: column.align ?? 'left' }}
          >
            {column.sortBy ? (
              <Box
                component="button"
                type="button"
                onClick={() => onSort(nextSorting(sorting, column.id))}
                sx={sortButton}
              >
                {column.header}
                {sorting?.column === column.id &&
                  (sorting.descending ? <ArrowDown size={14} /> : <ArrowUp size={14} />)}
              </Box>
            ) : (
              column.header
            )}
          </Box>
        ))}
        <th data-cell="menu">
          <ColumnChoice columns={columns} choice={choice} onChoose={onChoose} />
        </th>
      </tr>
    </thead>
  )
}

const sortButton = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: 1,
  p: 0,
  minHeight: 24,
  border: 0,
  background: 'none',
  font: 'inherit',
  color: 'inherit',
  cursor: 'pointer',
  '@media (pointer: coarse)': { minHeight: 44 },
  '&:hover': { color: 'text.primary' },
}

function ariaSort<Row>(column: Column<Row>, sorting: Sorting | null): 'ascending' | 'descending' | 'none' | undefined {
  if (!column.sortBy) return undefined
  if (sorting?.column !== column.id) return 'none'
  return sorting.descending ? 'descending' : 'ascending'
}

function ColumnChoice<Row>({
  columns,
  choice,
  onChoose,
}: Pick<TableHeadProps<Row>, 'columns' | 'choice' | 'onChoose'>) {
  const t = useT('ui')
  const free = columns.filter((column) => !column.fixed)
  if (free.length < 2) return null
  return (
    <Dropdown>
      <MenuButton
        slots={{ root: IconButton }}
        slotProps={{ root: { variant: 'plain', color: 'neutral', size: 'sm', 'aria-label': t('table.columns') } }}
        sx={{ minHeight: 28, minWidth: 28, p: 0 }}
      >
        <SlidersHorizontal size={14} />
      </MenuButton>
      <Menu placement="bottom-end" size="sm">
        {free.map((column) => {
          const on = choice[column.id] ?? !column.hidden
          return (
            <MenuItem
              key={column.id}
              role="menuitemcheckbox"
              aria-checked={on}
              onClick={(event) => {
                event.preventDefault()
                onChoose({ ...choice, [column.id]: !on })
              }}
            >
              <Checkbox size="sm" checked={on} readOnly slotProps={{ input: { tabIndex: -1, 'aria-hidden': true } }} />
              {column.header}
            </MenuItem>
          )
        })}
      </Menu>
    </Dropdown>
  )
}
