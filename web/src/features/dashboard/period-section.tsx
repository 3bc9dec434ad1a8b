import Box from '@mui/joy/Box'
import Sheet from '@mui/joy/Sheet'
import Skeleton from '@mui/joy/Skeleton'
import Typography from '@mui/joy/Typography'
import type { PeriodFigures as Figures, PeriodFigure } from '@recado/core/modules/dashboard/contract'
import { useT } from '../../lib/i18n/i18n.ts'
import type { ChartColumn } from '../../ui/chart.ts'
import { ColumnChart } from '../../ui/column-chart.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Breakdown } from './breakdown.tsx'
import { PeriodBar } from './filter-bar.tsx'
import { PeriodFigures } from './period-figures.tsx'
import { type Days, namesOf } from './periods.ts'
import { type Asked, usePeriod } from './use-dashboard.ts'
import type { Filter } from './use-filter.ts'

const CREATED = 'primary.400'
const CLOSED = 'neutral.400'

/** What happened from one day to another. */
export function PeriodSection({ filter, onOpen }: { filter: Filter; onOpen(asked: Asked): void }) {
  const t = useT('dashboard')
  const { days, narrowing } = filter
  const { data, error, refetch, isPlaceholderData } = usePeriod(days, narrowing)
  const open = (figure: PeriodFigure, title: string, more: Partial<Asked> = {}) => {
    if (days) onOpen({ figure, title, days, ...narrowing, ...more })
  }
  return (
    <Box component="section" aria-labelledby="period" sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center' }}>
        <Typography level="title-sm" component="h2" id="period" textColor="text.secondary" sx={{ flex: '1 1 auto' }}>
          {data?.isOwn ? t('period.mine') : t('period.title')}
        </Typography>
        <PeriodBar filter={filter} />
      </Box>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : days === null ? (
        <Typography level="body-sm">{t('period.choose')}</Typography>
      ) : (
        <Box
          aria-busy={isPlaceholderData}
          sx={{ display: 'flex', flexDirection: 'column', gap: 6, opacity: isPlaceholderData ? 0.6 : 1 }}
        >
          <PeriodFigures figures={data} onOpen={open} />
          {data ? <Charts figures={data} days={days} onOpen={open} /> : <Skeleton variant="rectangular" height={240} />}
          {data && <Breakdown figures={data} onOpen={open} />}
          <Typography level="body-xs">{t('period.definition')}</Typography>
        </Box>
      )}
    </Box>
  )
}

interface ChartsProps {
  figures: Figures
  days: Days
  onOpen(figure: PeriodFigure, title: string, more: Partial<Asked>): void
}

function Charts({ figures, onOpen }: ChartsProps) {
  const t = useT('dashboard')
  const { unit, series, hours } = figures
  const overTime = series.map(({ at, created, closed }) => ({
    key: at,
    ...namesOf(at, unit),
    values: [created, closed],
  }))
  const overDay: ChartColumn[] = hours.map((count, hour) => ({
    key: String(hour),
    label: t('chart.hourOf', { hour: `${hour}`.padStart(2, '0') }),
    short: `${hour}`.padStart(2, '0'),
    values: [count],
  }))
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 4,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: unit === 'hour' ? '1fr' : '3fr 2fr' },
      }}
    >
      <Sheet variant="outlined" sx={{ borderRadius: 8, p: 4, minWidth: 0 }}>
        <ColumnChart
          title={t(`chart.by.${unit}`)}
          unit={t(`chart.unit.${unit}`)}
          series={[
            { id: 'created', label: t('count.created'), color: CREATED },
            { id: 'closed', label: t('count.closed'), color: CLOSED },
          ]}
          columns={overTime}
          onOpen={({ key, label }, { id, label: what }) =>
            onOpen(id === 'closed' ? 'closed' : 'created', `${what} · ${label}`, { at: key })
          }
        />
      </Sheet>
      {unit !== 'hour' && (
        <Sheet variant="outlined" sx={{ borderRadius: 8, p: 4, minWidth: 0 }}>
          <ColumnChart
            title={t('chart.byHour')}
            unit={t('chart.unit.hour')}
            series={[{ id: 'created', label: t('count.created'), color: CREATED }]}
            columns={overDay}
            onOpen={({ key, label }, { label: what }) => onOpen('created', `${what} · ${label}`, { hour: Number(key) })}
          />
        </Sheet>
      )}
    </Box>
  )
}
