import DialogContent from '@mui/joy/DialogContent'
import DialogTitle from '@mui/joy/DialogTitle'
import Divider from '@mui/joy/Divider'
import Modal from '@mui/joy/Modal'
import ModalClose from '@mui/joy/ModalClose'
import ModalDialog from '@mui/joy/ModalDialog'
import Stack from '@mui/joy/Stack'
import { useT } from '../../lib/i18n/i18n.ts'
import { SessionsSection } from './sessions-section.tsx'
import { TwoFactorSection } from './two-factor-section.tsx'

/** How the own account is guarded: the second step of the login, and where one is signed in. */
export function SecurityDialog({ onClose }: { onClose(): void }) {
  const t = useT('auth')
  const ui = useT('ui')
  return (
    <Modal open onClose={onClose}>
      <ModalDialog
        sx={{
          width: { xs: '100%', sm: 520 },
          maxWidth: { xs: '100%', sm: 'calc(100vw - 48px)' },
          height: { xs: '100dvh', sm: 'auto' },
          maxHeight: { xs: '100dvh', sm: 'calc(100dvh - 64px)' },
          borderRadius: { xs: 0, sm: 8 },
        }}
      >
        <DialogTitle component="h2">{t('security.title')}</DialogTitle>
        <ModalClose aria-label={ui('close')} />
        <DialogContent>
          <Stack spacing={5} sx={{ pt: 2 }}>
            <TwoFactorSection />
            <Divider />
            <SessionsSection />
          </Stack>
        </DialogContent>
      </ModalDialog>
    </Modal>
  )
}
