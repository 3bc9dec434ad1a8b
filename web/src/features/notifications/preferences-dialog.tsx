import DialogContent from '@mui/joy/DialogContent'
import DialogTitle from '@mui/joy/DialogTitle'
import Divider from '@mui/joy/Divider'
import Modal from '@mui/joy/Modal'
import ModalClose from '@mui/joy/ModalClose'
import ModalDialog from '@mui/joy/ModalDialog'
import Stack from '@mui/joy/Stack'
import { useT } from '../../lib/i18n/i18n.ts'
import { EventChoices } from './event-choices.tsx'
import { PushSwitch } from './push-switch.tsx'
import { QuietHoursFields } from './quiet-hours.tsx'

/** How somebody wants to be told; each choice works at once. */
export function NoticePreferencesDialog({ onClose }: { onClose(): void }) {
  const t = useT('notifications')
  return (
    <Modal open onClose={onClose}>
      <ModalDialog
        sx={{
          width: { xs: '100%', sm: 600 },
          maxWidth: { xs: '100%', sm: 'calc(100vw - 48px)' },
          height: { xs: '100dvh', sm: 'auto' },
          maxHeight: { xs: '100dvh', sm: 'calc(100dvh - 64px)' },
          borderRadius: { xs: 0, sm: 8 },
        }}
      >
        <ModalClose aria-label={t('close')} />
        <DialogTitle component="h2">{t('preferences')}</DialogTitle>
        <DialogContent>
          <Stack spacing={5} sx={{ pt: 2 }}>
            <PushSwitch />
            <Divider />
            <EventChoices />
            <Divider />
            <QuietHoursFields />
          </Stack>
        </DialogContent>
      </ModalDialog>
    </Modal>
  )
}
