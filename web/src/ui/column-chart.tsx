import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import Typography from '@mui/joy/Typography'
import { BarChart3, Table2 } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { formatNumber } from '../lib/format/numbers.ts'
import { useT } from '../lib/i18n/i18n.ts'
import type { ColumnChartProps } from './chart.ts'
import { ChartTable } from './chart-table.tsx'

const HEIGHT = 180
/** Labels under the columns that fit on a narrow screen, and on a wide one. */
const LABELS = { narrow: 6, wide: 16 }

/** Columns over time or hours: every bar opens what it counts, arrows move between them, and a table says the same. */
export function ColumnChart({ title, unit, series, columns, onOpen }: ColumnChartProps) {
  const t = useT('ui')
  const id = useId()
  const [isTable, setTable] = useState(false)
  return (
    <Box component="section" aria-labelledby={id}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, mb: 3 }}>
        <Typography level="title-sm" component="h3" id={id} sx={{ flex: '1 1 auto' }}>
          {title}
        </Typography>
        {series.map((one) => (
          <Box key={one.id} sx={{ display: 'flex', alignItems: 'center', gap: 1.5, fontSize: 'sm' }}>
            <Box aria-hidden sx={{ width: 10, height: 10, borderRadius: 2, bgcolor: one.color }} />
            {one.label}
          </Box>
        ))}
        <Button
          size="sm"
          variant="plain"
          color="neutral"
          startDecorator={isTable ? <BarChart3 size={15} aria-hidden /> : <Table2 size={15} aria-hidden />}
          onClick={() => setTable(!isTable)}
        >
          {isTable ? t('chart.showChart') : t('chart.showTable')}
        </Button>
      </Box>
      {isTable ? (
        <ChartTable title={title} unit={unit} series={series} columns={columns} onOpen={onOpen} />
      ) : (
        <Bars title={title} series={series} columns={columns} onOpen={onOpen} />
      )}
    </Box>
  )
}

function Bars({ title, series, columns, onOpen }: Omit<ColumnChartProps, 'unit'>) {
  const [at, setAt] = useState(0)
  const bars = columns.flatMap((column) =>
    series.map((one, index) => ({ column, one, value: column.values[index] ?? 0 })),
  )
  const highest = Math.max(1, ...bars.map(({ value }) => value))
  const current = Math.min(at, bars.length - 1)
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const to = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: bars.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = Math.max(0, Math.min(bars.length - 1, to))
    setAt(next)
    event.currentTarget.querySelectorAll<HTMLElement>('button')[next]?.focus()
  }
  const stepOf = (room: number) => Math.max(1, Math.ceil(columns.length / room))
  return (
    <Box role="group" aria-label={title} onKeyDown={move} sx={{ position: 'relative', pt: 4 }}>
      <Box
        className="tabular"
        aria-hidden
        sx={{ position: 'absolute', top: 0, left: 0, fontSize: 'xs', color: 'text.tertiary' }}
      >
        {formatNumber(highest)}
      </Box>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'stretch',
          height: HEIGHT,
          borderBottom: '1px solid',
          borderTop: '1px dashed',
          borderColor: 'divider',
        }}
      >
        {columns.map((column, place) => (
          <Box key={column.key} sx={{ flex: 1, minWidth: 0, display: 'flex', gap: '1px', px: '1px' }}>
            {series.map((one, index) => {
              const value = column.values[index] ?? 0
              const number = place * series.length + index
              return (
                <Box
                  component="button"
                  type="button"
                  key={one.id}
                  title={`${column.label} · ${one.label}: ${formatNumber(value)}`}
                  aria-label={`${column.label}, ${one.label}: ${formatNumber(value)}`}
                  tabIndex={number === current ? 0 : -1}
                  onFocus={() => setAt(number)}
                  onClick={() => onOpen(column, one)}
                  sx={barStyles}
                >
                  <Box
                    aria-hidden
                    sx={{ width: '100%', bgcolor: one.color, borderRadius: '3px 3px 0 0' }}
                    style={{ height: `${(value / highest) * 100}%`, minHeight: value > 0 ? 2 : 0 }}
                  />
                </Box>
              )
            })}
          </Box>
        ))}
      </Box>
      <Box aria-hidden className="tabular" sx={{ display: 'flex', mt: 1, fontSize: 'xs', color: 'text.tertiary' }}>
        {columns.map((column, place) => (
          <Box
            key={column.key}
            sx={{ flex: 1, minWidth: 0, textAlign: 'center', whiteSpace: 'nowrap', overflow: 'visible' }}
          >
            <Box
              component="span"
              sx={{
                display: {
                  xs: shownIf(place % stepOf(LABELS.narrow) === 0),
                  sm: shownIf(place % stepOf(LABELS.wide) === 0),
                },
              }}
            >
              {column.short}
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  )
}

const shownIf = (shown: boolean) => (shown ? 'inline' : 'none')

const barStyles = {
  flex: 1,
  minWidth: 0,
  p: 0,
  border: 0,
  bgcolor: 'transparent',
  display: 'flex',
  alignItems: 'flex-end',
  cursor: 'pointer',
  borderRadius: 3,
  '&:hover': { bgcolor: 'neutral.plainHoverBg' },
  '&:focus-visible': { outline: '2px solid', outlineColor: 'focusVisible', outlineOffset: -1 },
}
