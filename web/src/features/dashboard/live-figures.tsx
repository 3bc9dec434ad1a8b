import Box from '@mui/joy/Box'
import type { LiveFigure } from '@recado/core/modules/dashboard/contract'
import { formatDuration } from '../../lib/format/durations.ts'
import { formatNumber } from '../../lib/format/numbers.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { useNow } from '../../ui/time-ago.tsx'
import { cardGrid, FigureCard } from './figure-card.tsx'
import { type Asked, type Narrowing, useLive } from './use-dashboard.ts'

const SHOWN = ['open', 'pending', 'unanswered', 'overdue', 'chatbot', 'groups', 'snoozed'] as const

/** How things stand now. */
export function LiveFigures({ narrowing, onOpen }: { narrowing: Narrowing; onOpen(asked: Asked): void }) {
  const t = useT('dashboard')
  const now = useNow()
  const { data, error, refetch } = useLive(narrowing)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  const hintOf = (figure: LiveFigure): string => {
    if (figure === 'overdue' && data) return t('overdueHint', { count: data.waitLimitMinutes })
    if (figure === 'unanswered' && data?.longestWaitSince) {
      const longest = formatDuration((now - data.longestWaitSince) / 1000)
      return t('longest', { time: longest, average: formatDuration(data.averageWait ?? 0) })
    }
    return t(`${figure}Hint`, { count: data?.waitLimitMinutes ?? 0 })
  }
  return (
    <Box sx={cardGrid}>
      {SHOWN.map((figure) => (
        <FigureCard
          key={figure}
          label={t(figure)}
          value={data && formatNumber(data.counts[figure])}
          hint={hintOf(figure)}
          color={figure === 'overdue' && data && data.counts.overdue > 0 ? 'danger' : undefined}
          onOpen={() => onOpen({ figure, title: t(figure), ...narrowing })}
        />
      ))}
      <FigureCard
        label={t('closedToday')}
        value={data && formatNumber(data.today.closed)}
        hint={data ? t('createdToday', { count: data.today.created }) : ' '}
        onOpen={() => {
          if (!data) return
          const { day } = data.today
          onOpen({ figure: 'closed', title: t('closedToday'), days: { startDate: day, endDate: day }, ...narrowing })
        }}
      />
    </Box>
  )
}
