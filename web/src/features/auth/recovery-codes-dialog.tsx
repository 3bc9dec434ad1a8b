import Button from '@mui/joy/Button'
import DialogActions from '@mui/joy/DialogActions'
import DialogContent from '@mui/joy/DialogContent'
import DialogTitle from '@mui/joy/DialogTitle'
import Modal from '@mui/joy/Modal'
import ModalDialog from '@mui/joy/ModalDialog'
import Typography from '@mui/joy/Typography'
import { useT } from '../../lib/i18n/i18n.ts'
import { RecoveryCodeList } from './recovery-code-list.tsx'

/** Leaves by its button alone: the codes are not shown again. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose(): void }) {
  const t = useT('auth')
  return (
    <Modal open>
      <ModalDialog sx={{ width: 440 }}>
        <DialogTitle component="h2">{t('codes.title')}</DialogTitle>
        <DialogContent>
          <Typography level="body-sm" sx={{ mb: 3 }}>
            {t('codes.text')}
          </Typography>
          <RecoveryCodeList codes={codes} />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} autoFocus>
            {t('codes.kept')}
          </Button>
        </DialogActions>
      </ModalDialog>
    </Modal>
  )
}
