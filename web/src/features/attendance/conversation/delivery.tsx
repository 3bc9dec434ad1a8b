import Box from '@mui/joy/Box'
import Tooltip from '@mui/joy/Tooltip'
import { Check, CheckCheck, CircleAlert, CircleHelp, Clock, type LucideIcon } from 'lucide-react'
import type { LiveMessage } from '../../../entities/live-message.ts'
import { formatDateTime, formatTime } from '../../../lib/format/dates.ts'
import { useT } from '../../../lib/i18n/i18n.ts'

type DeliveryState = LiveMessage['state'] | 'uploading'

export const deliveryOf = ({ state, local }: LiveMessage): DeliveryState => {
  if (!local) return state
  if (local.phase === 'failed') return 'failed'
  return local.progress !== null && local.progress < 1 && local.phase === 'sending' ? 'uploading' : 'queued'
}

const ICONS: Record<DeliveryState, LucideIcon | null> = {
  uploading: Clock,
  queued: Clock,
  sending: Clock,
  sent: Check,
  delivered: CheckCheck,
  read: CheckCheck,
  played: CheckCheck,
  failed: CircleAlert,
  unknown: CircleHelp,
  received: null,
}

const COLOURS: Partial<Record<DeliveryState, string>> = {
  read: 'primary.plainColor',
  played: 'primary.plainColor',
  failed: 'danger.plainColor',
  unknown: 'warning.plainColor',
}

/** Time of a message, and for ours how far it came: a sign, and the words on hover, on focus and for screen readers. */
export function Delivery({ message }: { message: LiveMessage }) {
  const t = useT('attendance')
  const state = deliveryOf(message)
  const Icon = message.fromMe ? ICONS[state] : null
  const words = message.fromMe
    ? `${t(`delivery.${state}`)} · ${formatDateTime(message.timestamp)}`
    : formatDateTime(message.timestamp)
  return (
    <Tooltip title={words} placement="top-end">
      <Box
        component="span"
        sx={{
          display: 'inline-flex',
          alignItems: 'center',
          gap: 1,
          fontSize: 'xs',
          lineHeight: '16px',
          color: 'text.secondary',
          whiteSpace: 'nowrap',
        }}
      >
        {message.edited !== null && !message.isDeleted && <span>{t('message.edited')}</span>}
        <time className="tabular" dateTime={new Date(message.timestamp).toISOString()}>
          {formatTime(message.timestamp)}
        </time>
        {Icon && (
          <Box component="span" sx={{ display: 'inline-grid', color: COLOURS[state] ?? 'inherit' }}>
            <Icon size={14} aria-hidden />
            <span className="visually-hidden">{t(`delivery.${state}`)}</span>
          </Box>
        )}
      </Box>
    </Tooltip>
  )
}
