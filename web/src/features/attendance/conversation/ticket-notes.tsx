import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import { AlarmClock, MessageSquareQuote, Star } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import type { LiveTicket } from '../../../entities/tickets.ts'
import { formatSoon } from '../../../lib/format/dates.ts'
import { useT } from '../../../lib/i18n/i18n.ts'

/** What is to be known of a ticket before reading on: until when it is put aside, what came with it, its rating. */
export const TicketNotes = observer(({ ticket, onWake }: { ticket: LiveTicket; onWake(): void }) => {
  const t = useT('attendance')
  const { snoozedUntil, rememberedUser, transferNote, rating } = ticket
  return (
    <>
      {snoozedUntil !== null && (
        <Note icon={<AlarmClock size={15} aria-hidden />} tone="warning">
          <span>
            {t('snooze.untilAt', { at: formatSoon(snoozedUntil) })}
            {rememberedUser && ` · ${t('snooze.for', { name: rememberedUser.name })}`}
          </span>
          <Button size="sm" variant="plain" color="warning" onClick={onWake}>
            {t('snooze.wake')}
          </Button>
        </Note>
      )}
      {transferNote !== null && (
        <Note icon={<MessageSquareQuote size={15} aria-hidden />} tone="primary">
          <span>
            <strong>{t('transfer.note')}:</strong> <bdi>{transferNote}</bdi>
          </span>
        </Note>
      )}
      {rating && rating.state !== 'withdrawn' && (
        <Note icon={<Star size={15} aria-hidden />} tone="neutral">
          <span>
            {rating.score === null ? t(`rating.state.${rating.state}`) : t('rating.score', { score: rating.score })}
          </span>
        </Note>
      )}
    </>
  )
})

function Note({
  icon,
  tone,
  children,
}: {
  icon: ReactNode
  tone: 'warning' | 'primary' | 'neutral'
  children: ReactNode
}) {
  return (
    <Box
      role="note"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        px: { xs: 2, sm: 4 },
        py: 1,
        fontSize: 'sm',
        borderBottom: '1px solid',
        borderColor: 'divider',
        bgcolor: `${tone}.softBg`,
        color: `${tone}.softColor`,
        '& > svg': { flexShrink: 0 },
        '& > span': { flex: 1, minWidth: 0, overflowWrap: 'anywhere' },
      }}
    >
      {icon}
      {children}
    </Box>
  )
}
