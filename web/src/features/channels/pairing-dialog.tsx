import Alert from '@mui/joy/Alert'
import Button from '@mui/joy/Button'
import CircularProgress from '@mui/joy/CircularProgress'
import DialogContent from '@mui/joy/DialogContent'
import DialogTitle from '@mui/joy/DialogTitle'
import Modal from '@mui/joy/Modal'
import ModalClose from '@mui/joy/ModalClose'
import ModalDialog from '@mui/joy/ModalDialog'
import Stack from '@mui/joy/Stack'
import Typography from '@mui/joy/Typography'
import type { Channel } from '@recado/core/modules/channels/contract'
import type { Shown } from '@recado/sdk'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useT } from '../../lib/i18n/i18n.ts'
import { ShownValue } from '../../plugin-ui/shown.tsx'
import type { useChannelActions } from './use-channels.ts'

interface PairingDialogProps {
  channel: Channel
  actions: ReturnType<typeof useChannelActions>
  onClose(): void
}

const shownOf = ({ show, qrcode }: Channel, message: string): Shown | null =>
  show ?? (qrcode ? { as: 'qr', value: qrcode, message } : null)

/** Connecting, live: the QR code or whatever the channel shows, until it is connected. */
export function PairingDialog({ channel, actions, onClose }: PairingDialogProps) {
  const t = useT('channels')
  const ui = useT('ui')
  const shown = channel.state === 'waiting-qr' ? shownOf(channel, t('qrHelp')) : null
  return (
    <Modal open onClose={onClose}>
      <ModalDialog sx={{ width: 520, maxWidth: 'calc(100vw - 16px)' }}>
        <ModalClose aria-label={ui('close')} />
        <DialogTitle component="h2">{channel.name}</DialogTitle>
        <DialogContent aria-live="polite">
          <Stack spacing={4} alignItems="center" sx={{ py: 4 }}>
            {shown && <ShownValue shown={shown} />}
            {(channel.state === 'connecting' || (channel.state === 'waiting-qr' && !shown)) && (
              <>
                <CircularProgress size="sm" />
                <Typography level="body-sm">{t('state.connecting')}…</Typography>
              </>
            )}
            {channel.state === 'connected' && (
              <Alert color="success" startDecorator={<CircleCheck size={18} />} sx={{ alignSelf: 'stretch' }}>
                {t('connected')}
              </Alert>
            )}
            {(channel.state === 'lost' || channel.state === 'disconnected') && (
              <Alert color="warning" startDecorator={<TriangleAlert size={18} />} sx={{ alignSelf: 'stretch' }}>
                {[channel.reason, channel.userAction].filter(Boolean).join(' ') || t(`state.${channel.state}`)}
              </Alert>
            )}
          </Stack>
        </DialogContent>
        <Stack direction="row" spacing={2} justifyContent="flex-end">
          {channel.state === 'waiting-qr' && (
            <Button
              variant="outlined"
              color="neutral"
              loading={actions.renew.isPending}
              onClick={() => actions.renew.mutate(channel)}
            >
              {t('renew')}
            </Button>
          )}
          {(channel.state === 'lost' || channel.state === 'disconnected') && (
            <Button loading={actions.connect.isPending} onClick={() => actions.connect.mutate(channel)}>
              {t('connect')}
            </Button>
          )}
          {channel.state === 'connected' && <Button onClick={onClose}>{ui('close')}</Button>}
        </Stack>
      </ModalDialog>
    </Modal>
  )
}
