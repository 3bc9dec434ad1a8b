import Box from '@mui/joy/Box'
import { ArrowDownRight, ArrowRight, ArrowUpRight } from 'lucide-react'
import { formatNumber } from '../../lib/format/numbers.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { changeOf } from './periods.ts'

interface ChangeProps {
  now: number | null
  before: number | null
  format(value: number): string
  /** Of times: green when they fall. Counts are neither good nor bad. */
  lessIsBetter?: boolean
}

/** Beside the period before: by how much, and what it was. */
export function Change({ now, before, format, lessIsBetter = false }: ChangeProps) {
  const t = useT('dashboard')
  const change = changeOf(now, before)
  if (change === null) return <Box>{t('change.nothing')}</Box>
  const Icon = change > 0 ? ArrowUpRight : change < 0 ? ArrowDownRight : ArrowRight
  const tone =
    !lessIsBetter || change === 0 ? 'text.secondary' : change < 0 ? 'success.plainColor' : 'danger.plainColor'
  const sign = change > 0 ? '+' : ''
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, color: tone }}>
      <Icon size={13} aria-hidden />
      {t('change.text', { change: `${sign}${formatNumber(change)} %`, before: format(before ?? 0) })}
    </Box>
  )
}
