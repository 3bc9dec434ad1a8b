import Box from '@mui/joy/Box'
import Skeleton from '@mui/joy/Skeleton'
import { type Column, displayOf } from './columns.ts'

const WIDTHS = [70, 45, 60, 52, 78, 40, 64, 56]

/** Rows on their way, in the table's own columns. */
export function SkeletonRows<Row>({ columns, selectable }: { columns: Column<Row>[]; selectable: boolean }) {
  return WIDTHS.map((width) => (
    <tr key={width} aria-hidden>
      {selectable && <td data-cell="check" />}
      {columns.map((column, index) => (
        <Box component="td" key={column.id} sx={displayOf(column.priority)}>
          <Skeleton variant="text" level="body-sm" width={`${index === 0 ? width : Math.max(24, width - 18)}%`} />
        </Box>
      ))}
      <td data-cell="menu" />
    </tr>
  ))
}
