import Box from '@mui/joy/Box'
import Chip from '@mui/joy/Chip'
import type { Schedule } from '@recado/core/modules/scheduled-messages/contract'
import { Repeat2 } from 'lucide-react'
import { useT } from '../lib/i18n/i18n.ts'

/** Its words, else the names of its files. */
export const contentOf = ({ body, medias }: Schedule): string =>
  body || medias.map((file) => file.fileName ?? file.mimeType).join(', ')

const TONES = { pending: 'primary', sent: 'success', error: 'danger' } as const

/** How it stands; one that waits for its channel has not left yet. */
export function ScheduleStatus({ schedule }: { schedule: Schedule }) {
  const t = useT('scheduleUi')
  const { status, messageState } = schedule
  const isWaiting = messageState === 'queued' || messageState === 'sending'
  const text = status === 'sent' && isWaiting ? t('status.waiting') : t(`status.${status}`)
  return (
    <Chip size="sm" variant="soft" color={isWaiting && status === 'sent' ? 'warning' : TONES[status]}>
      {text}
    </Chip>
  )
}

/** Why it was not sent. */
export function ScheduleError({ schedule }: { schedule: Schedule }) {
  if (!schedule.error) return null
  return <Box sx={{ fontSize: 'xs', color: 'danger.plainColor', whiteSpace: 'normal' }}>{schedule.error.message}</Box>
}

export function RepeatMark({ schedule }: { schedule: Schedule }) {
  const t = useT('scheduleUi')
  const { repeatCount, repeatPeriod } = schedule
  if (repeatCount === 0 || repeatPeriod === null) return null
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, fontSize: 'xs', color: 'text.secondary' }}
    >
      <Repeat2 size={13} aria-hidden />
      {t('repeats', { count: repeatCount, period: t(`periods.${repeatPeriod}`) })}
    </Box>
  )
}
