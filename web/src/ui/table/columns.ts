import type { ReactNode } from 'react'

export interface Column<Row> {
  id: string
  header: string
  cell(row: Row): ReactNode
  /** CSS width, such as `160px` or `30%`; the rest share what is left. */
  width?: string
  align?: 'left' | 'right' | 'center'
  /** 1 stays on a phone, 2 from 640 px, 3 from 1024 px. */
  priority?: 1 | 2 | 3
  /** May not be switched off. */
  fixed?: boolean
  /** Off until chosen. */
  hidden?: boolean
  /** Rows that are all loaded can be sorted by it. */
  sortBy?(row: Row): string | number
}

export interface Sorting {
  column: string
  descending: boolean
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** A sorted copy; the rows' own order without a sorting. */
export function sortRows<Row>(rows: readonly Row[], columns: Column<Row>[], sorting: Sorting | null): readonly Row[] {
  const key = columns.find((column) => column.id === sorting?.column)?.sortBy
  if (!sorting || !key) return rows
  const direction = sorting.descending ? -1 : 1
  return rows.toSorted((a, b) => {
    const [left, right] = [key(a), key(b)]
    const order =
      typeof left === 'number' && typeof right === 'number'
        ? left - right
        : collator.compare(String(left), String(right))
    return order * direction
  })
}

/** `name` or `-name` in the address. */
export const readSorting = (text: string): Sorting | null =>
  text === '' ? null : { column: text.replace(/^-/, ''), descending: text.startsWith('-') }

/** Ascending, descending, none. */
export function nextSorting(now: Sorting | null, column: string): string {
  if (now?.column !== column) return column
  return now.descending ? '' : `-${column}`
}

export const displayOf = (priority: 1 | 2 | 3 = 2) =>
  priority === 1
    ? { display: 'table-cell' }
    : priority === 2
      ? { display: { xs: 'none', sm: 'table-cell' } }
      : { display: { xs: 'none', md: 'none', lg: 'table-cell' } }
