import IconButton from '@mui/joy/IconButton'
import Stack from '@mui/joy/Stack'
import Typography from '@mui/joy/Typography'
import type { Period } from '@recado/core/modules/hours/contract'
import { X } from 'lucide-react'
import { useT } from '../../lib/i18n/i18n.ts'
import { TimeInput } from './time-input.tsx'

interface PeriodRowProps {
  dayName: string
  /** From 1. */
  number: number
  period: Period
  isWrong: boolean
  onChange(period: Period): void
  onRemove(): void
}

export function PeriodRow({ dayName, number, period, isWrong, onChange, onRemove }: PeriodRowProps) {
  const t = useT('hours')
  const names = { day: dayName, number }
  return (
    <Stack direction="row" useFlexGap flexWrap="wrap" spacing={1} alignItems="center">
      <Stack direction="row" spacing={1} alignItems="center">
        <TimeInput
          label={t('fromOf', names)}
          value={period.from}
          isWrong={isWrong}
          onChange={(from) => onChange({ ...period, from })}
        />
        <span aria-hidden>–</span>
        <TimeInput
          isEnd
          label={t('toOf', names)}
          value={period.to}
          isWrong={isWrong}
          onChange={(to) => onChange({ ...period, to })}
        />
        <IconButton variant="plain" color="neutral" aria-label={t('removePeriodOf', names)} onClick={onRemove}>
          <X size={16} />
        </IconButton>
      </Stack>
      {period.to === '24:00' && <Typography level="body-xs">{t('midnight')}</Typography>}
    </Stack>
  )
}
