import Box from '@mui/joy/Box'
import Typography from '@mui/joy/Typography'
import { useT } from '../lib/i18n/i18n.ts'
import type { ColumnChartProps } from './chart.ts'
import { NumberButton } from './number-button.tsx'

/** What the columns of a chart say, as a table. */
export function ChartTable({ title, unit, series, columns, onOpen }: ColumnChartProps) {
  const t = useT('ui')
  const filled = columns.filter(({ values }) => values.some((value) => value > 0))
  if (filled.length === 0) return <Typography level="body-sm">{t('chart.nothing')}</Typography>
  return (
    <Box sx={{ maxHeight: 240, overflow: 'auto' }} tabIndex={0} role="group" aria-label={title}>
      <Box component="table" aria-label={title} className="tabular" sx={chartTableStyles}>
        <thead>
          <tr>
            <th scope="col">{unit}</th>
            {series.map((one) => (
              <th scope="col" key={one.id}>
                {one.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {filled.map((column) => (
            <tr key={column.key}>
              <th scope="row">{column.label}</th>
              {series.map((one, index) => (
                <td key={one.id}>
                  <NumberButton
                    value={column.values[index] ?? 0}
                    label={`${column.label}, ${one.label}`}
                    onOpen={() => onOpen(column, one)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  )
}

const chartTableStyles = {
  width: '100%',
  maxWidth: 520,
  borderCollapse: 'collapse',
  fontSize: 'sm',
  '& th, & td': { px: 2, py: 1, textAlign: 'right', borderBottom: '1px solid', borderColor: 'divider' },
  '& th:first-of-type': { textAlign: 'left' },
  '& th': { fontWeight: 500 },
}
