import type { LiveFigure, PanelQueue, PanelUser } from '@recado/core/modules/dashboard/contract'
import { formatDuration } from '../../../lib/format/durations.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { NumberButton } from '../../../ui/number-button.tsx'
import { useNow } from '../../../ui/time-ago.tsx'

interface LoadCellsProps {
  of: PanelUser | PanelQueue
  name: string
  onOpen(figure: LiveFigure): void
}

const FIGURES = ['open', 'pending', 'unanswered', 'overdue'] as const

export function LoadHeads() {
  const t = useT('dashboard')
  return (
    <>
      {FIGURES.map((figure) => (
        <th scope="col" key={figure}>
          {t(figure)}
        </th>
      ))}
      <th scope="col">{t('panel.longest')}</th>
    </>
  )
}

/** What somebody has, or what waits in a queue. */
export function LoadCells({ of, name, onOpen }: LoadCellsProps) {
  const t = useT('dashboard')
  const now = useNow()
  return (
    <>
      {FIGURES.map((figure) => (
        <td key={figure}>
          <NumberButton
            value={of[figure]}
            label={`${name}, ${t(figure)}`}
            color={figure === 'overdue' && of.overdue > 0 ? 'danger.plainColor' : undefined}
            onOpen={() => onOpen(figure)}
          />
        </td>
      ))}
      <td>{of.longestWaitSince === null ? '–' : formatDuration((now - of.longestWaitSince) / 1000)}</td>
    </>
  )
}
