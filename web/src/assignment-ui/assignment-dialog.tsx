import DialogContent from '@mui/joy/DialogContent'
import DialogTitle from '@mui/joy/DialogTitle'
import Modal from '@mui/joy/Modal'
import ModalClose from '@mui/joy/ModalClose'
import ModalDialog from '@mui/joy/ModalDialog'
import { useT } from '../lib/i18n/i18n.ts'
import { AssignmentWhy } from './assignment-why.tsx'

interface AssignmentDialogProps {
  ticket: { id: number; version: number }
  onClose(): void
}

/** "Why does nobody have it?" */
export function AssignmentDialog({ ticket, onClose }: AssignmentDialogProps) {
  const t = useT('assignmentUi')
  const ui = useT('ui')
  return (
    <Modal open onClose={onClose}>
      <ModalDialog sx={{ width: 480, maxWidth: '100%', maxHeight: '80dvh' }}>
        <ModalClose aria-label={ui('close')} />
        <DialogTitle component="h2">{t('title')}</DialogTitle>
        <DialogContent sx={{ gap: 2 }}>
          <AssignmentWhy ticketId={ticket.id} version={ticket.version} />
        </DialogContent>
      </ModalDialog>
    </Modal>
  )
}
