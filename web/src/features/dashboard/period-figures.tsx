import Box from '@mui/joy/Box'
import type { Duration, PeriodFigures as Figures, PeriodFigure } from '@recado/core/modules/dashboard/contract'
import { formatDuration } from '../../lib/format/durations.ts'
import { formatNumber } from '../../lib/format/numbers.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { Change } from './change.tsx'
import { cardGrid, FigureCard } from './figure-card.tsx'

interface PeriodFiguresProps {
  figures: Figures | undefined
  onOpen(figure: PeriodFigure, title: string): void
}

const COUNTS = ['created', 'receptive', 'active', 'closed'] as const
const TIMES = [
  { figure: 'accepted', duration: 'wait' },
  { figure: 'replied', duration: 'firstReply' },
  { figure: 'handled', duration: 'handling' },
  { figure: 'closed', duration: 'resolution' },
] as const

/** What happened, and how it compares with the period before. */
export function PeriodFigures({ figures, onOpen }: PeriodFiguresProps) {
  const t = useT('dashboard')
  return (
    <Box sx={cardGrid}>
      {COUNTS.map((figure) => (
        <FigureCard
          key={figure}
          label={t(`count.${figure}`)}
          value={figures && formatNumber(figures.totals[figure])}
          hint={
            figures ? (
              <Change now={figures.totals[figure]} before={figures.before[figure]} format={formatNumber} />
            ) : (
              ' '
            )
          }
          onOpen={() => onOpen(figure, t(`count.${figure}`))}
        />
      ))}
      {TIMES.map(({ figure, duration }) => (
        <FigureCard
          key={duration}
          label={t(`time.${duration}`)}
          value={figures && averageOf(figures.totals[duration])}
          hint={figures ? <TimeHint now={figures.totals[duration]} before={figures.before[duration]} /> : ' '}
          onOpen={() => onOpen(figure, t(`time.${duration}`))}
        />
      ))}
    </Box>
  )
}

const averageOf = ({ average }: Duration): string => (average === null ? '–' : formatDuration(average))

function TimeHint({ now, before }: { now: Duration; before: Duration }) {
  const t = useT('dashboard')
  return (
    <>
      {now.p90 !== null && (
        <Box>
          {t('p90', { time: formatDuration(now.p90) })} · {t('over', { count: now.count })}
        </Box>
      )}
      <Change now={now.average} before={before.average} format={formatDuration} lessIsBetter />
    </>
  )
}
