import Chip from '@mui/joy/Chip'
import type { Channel } from '@recado/core/modules/channels/contract'
import { CircleCheck, CircleOff, CloudOff, LoaderCircle, QrCode } from 'lucide-react'
import { useT } from '../../lib/i18n/i18n.ts'

const LOOKS = {
  connected: { color: 'success', icon: CircleCheck },
  connecting: { color: 'neutral', icon: LoaderCircle },
  'waiting-qr': { color: 'warning', icon: QrCode },
  lost: { color: 'danger', icon: CloudOff },
  disconnected: { color: 'neutral', icon: CircleOff },
} as const

/** Specification §4: connecting, waiting for QR scan, connected, connection lost, disconnected. */
export function ChannelStateChip({ channel }: { channel: Pick<Channel, 'state'> }) {
  const t = useT('channels')
  const { color, icon: Icon } = LOOKS[channel.state]
  return (
    <Chip color={color} startDecorator={<Icon size={14} aria-hidden />}>
      {t(`state.${channel.state}`)}
    </Chip>
  )
}
