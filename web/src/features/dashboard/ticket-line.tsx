import Box from '@mui/joy/Box'
import Link from '@mui/joy/Link'
import Typography from '@mui/joy/Typography'
import type { Figure } from '@recado/core/modules/dashboard/contract'
import type { TicketRow } from '@recado/core/modules/tickets/contract'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { formatDateTime, formatSince } from '../../lib/format/dates.ts'
import { formatDuration } from '../../lib/format/durations.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { useNow } from '../../ui/time-ago.tsx'
import { timesOf } from './ticket-times.ts'

interface TicketLineProps {
  ticket: TicketRow
  /** What it is listed for, which says what is worth telling of it; without one, how long the customer waits. */
  figure?: Figure
  /** Before the name. */
  mark?: ReactNode
  /** In a narrow place: one line for the name, the time alone. */
  compact?: boolean
  /** Left out where the place says it already. */
  without?: 'queue' | 'user'
}

/** One ticket: who, through what, whose it is, and how long it took or takes. Opens it. */
export function TicketLine({ ticket, figure, mark, compact = false, without }: TicketLineProps) {
  const t = useT('dashboard')
  const { name, whatsapp, queue, username, protocol } = ticket
  const about = [
    whatsapp.name,
    without === 'queue' ? null : (queue ?? t('noQueue')),
    without === 'user' ? null : (username ?? t('nobody')),
  ]
  return (
    <Box component="li" sx={lineStyles}>
      {mark}
      {!compact && <Avatar name={name} src={ticket.profilePicUrl} size={30} />}
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Link
          component={RouterLink}
          to={`/atendimento/${ticket.id}`}
          title={compact ? name : protocol}
          underline="hover"
          textColor="text.primary"
          level="title-sm"
          sx={{
            minHeight: 24,
            maxWidth: '100%',
            overflowWrap: 'anywhere',
            ...(compact && { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }),
          }}
        >
          {name}
        </Link>
        <Typography level="body-xs" noWrap title={about.filter(Boolean).join(' · ')}>
          {about.filter(Boolean).join(' · ')}
        </Typography>
      </Box>
      <TimeOf ticket={ticket} figure={figure} compact={compact} />
    </Box>
  )
}

function TimeOf({
  ticket,
  figure,
  compact,
}: Pick<TicketLineProps, 'ticket' | 'compact'> & { figure: Figure | undefined }) {
  const t = useT('dashboard')
  const now = useNow()
  const { seconds, isWaiting, at } = timesOf(ticket, figure, now)
  const took = seconds === null ? null : formatDuration(seconds)
  const said = took && isWaiting ? t('rows.waits', { time: took }) : took
  const when = formatDateTime(at)
  return (
    <Box
      className="tabular"
      title={[said, when].filter(Boolean).join(' · ')}
      sx={{
        maxWidth: { xs: 96, sm: 'none' },
        textAlign: 'right',
        fontSize: 'xs',
        color: 'text.secondary',
        flexShrink: 0,
      }}
    >
      {said && <Box sx={{ fontSize: 'sm', color: 'text.primary' }}>{compact ? took : said}</Box>}
      {!(compact && said) && (
        <Box
          component="time"
          dateTime={new Date(at).toISOString()}
          sx={{ display: said ? { xs: 'none', sm: 'inline' } : 'inline' }}
        >
          {compact ? formatSince(at, now) : when}
        </Box>
      )}
    </Box>
  )
}

const lineStyles = {
  display: 'flex',
  alignItems: 'center',
  gap: 3,
  py: 2,
  borderBottom: '1px solid',
  borderColor: 'divider',
  '&:last-of-type': { borderBottom: 0 },
}
