import Chip from '@mui/joy/Chip'
import type { Delivery, Webhook } from '@recado/core/modules/webhooks/contract'
import { CircleCheck, CircleOff, CirclePause, Clock, TriangleAlert } from 'lucide-react'
import { useT } from '../../lib/i18n/i18n.ts'

const STATES = {
  off: { color: 'neutral', icon: CircleOff },
  active: { color: 'success', icon: CircleCheck },
  failing: { color: 'warning', icon: TriangleAlert },
  paused: { color: 'danger', icon: CirclePause },
} as const

const OUTCOMES = {
  pending: { color: 'neutral', icon: Clock },
  delivered: { color: 'success', icon: CircleCheck },
  failed: { color: 'danger', icon: TriangleAlert },
} as const

export function WebhookStateChip({ state }: Pick<Webhook, 'state'>) {
  const t = useT('webhooks')
  const { color, icon: Icon } = STATES[state]
  return (
    <Chip color={color} startDecorator={<Icon size={14} aria-hidden />}>
      {t(`state.${state}`)}
    </Chip>
  )
}

export function OutcomeChip({ state }: Pick<Delivery, 'state'>) {
  const t = useT('webhooks')
  const { color, icon: Icon } = OUTCOMES[state]
  return (
    <Chip size="sm" color={color} startDecorator={<Icon size={14} aria-hidden />}>
      {t(`outcome.${state}`)}
    </Chip>
  )
}
