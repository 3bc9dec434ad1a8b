import DialogContent from '@mui/joy/DialogContent'
import DialogTitle from '@mui/joy/DialogTitle'
import Modal from '@mui/joy/Modal'
import ModalClose from '@mui/joy/ModalClose'
import ModalDialog from '@mui/joy/ModalDialog'
import Typography from '@mui/joy/Typography'
import type { ReactNode } from 'react'
import { useT } from '../lib/i18n/i18n.ts'

interface ListDialogProps {
  title: string
  text?: string
  onClose(): void
  /** Always in view, under the content. */
  actions?: ReactNode
  children: ReactNode
}

/** A wide dialog that shows something instead of asking; on a phone the whole screen. */
export function ListDialog({ title, text, onClose, actions, children }: ListDialogProps) {
  const ui = useT('ui')
  return (
    <Modal open onClose={onClose}>
      <ModalDialog
        layout="center"
        sx={{
          width: { xs: '100%', sm: 720 },
          maxWidth: { xs: '100%', sm: 'calc(100vw - 48px)' },
          height: { xs: '100dvh', sm: 'auto' },
          maxHeight: { xs: '100dvh', sm: 'calc(100dvh - 64px)' },
          borderRadius: { xs: 0, sm: 8 },
        }}
      >
        <DialogTitle component="h2" sx={{ pr: 8 }}>
          {title}
        </DialogTitle>
        <ModalClose aria-label={ui('close')} />
        {text && <Typography level="body-sm">{text}</Typography>}
        <DialogContent sx={{ gap: 4, minHeight: 120 }}>{children}</DialogContent>
        {actions}
      </ModalDialog>
    </Modal>
  )
}
