import { Check, CheckCheck, CircleAlert, CircleHelp, Clock, type LucideIcon } from 'lucide-react'
import type { LiveMessage } from '../../../entities/live-message.ts'
import { formatDateTime, formatTime } from '../../../lib/format/dates.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { tip } from '../../../ui/tips.ts'

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

interface DeliveryProps {
  message: LiveMessage
  /** The message is pointed at or focused. */
  isNear: boolean
}

/** Time of a message, and for ours how far it came: a sign, and the words on hover, on focus and for screen readers. */
export function Delivery({ message, isNear }: DeliveryProps) {
  const t = useT('attendance')
  const state = deliveryOf(message)
  const Icon = message.fromMe ? ICONS[state] : null
  const at = isNear ? formatDateTime(message.timestamp) : undefined
  return (
    <div className="delivery" {...tip(at && message.fromMe ? `${t(`delivery.${state}`)} · ${at}` : at, 'top')}>
      {message.edited !== null && !message.isDeleted && <span>{t('message.edited')}</span>}
      <time className="tabular" dateTime={new Date(message.timestamp).toISOString()}>
        {formatTime(message.timestamp)}
      </time>
      {Icon && (
        <span className={`delivery-mark delivery-${state}`}>
          <Icon size={14} aria-hidden />
          <span className="visually-hidden">{t(`delivery.${state}`)}</span>
        </span>
      )}
    </div>
  )
}
