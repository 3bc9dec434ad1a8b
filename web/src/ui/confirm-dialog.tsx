import Button from '@mui/joy/Button'
import DialogActions from '@mui/joy/DialogActions'
import DialogContent from '@mui/joy/DialogContent'
import DialogTitle from '@mui/joy/DialogTitle'
import FormControl from '@mui/joy/FormControl'
import FormLabel from '@mui/joy/FormLabel'
import Input from '@mui/joy/Input'
import Modal from '@mui/joy/Modal'
import ModalDialog from '@mui/joy/ModalDialog'
import Typography from '@mui/joy/Typography'
import { type FormEvent, type ReactNode, useState } from 'react'
import { reportError } from '../lib/errors.ts'
import { useT } from '../lib/i18n/i18n.ts'

interface ConfirmDialogProps {
  title: string
  /** What will happen and whether it can be undone. */
  text: ReactNode
  confirmLabel: string
  cancelLabel?: string
  tone?: 'primary' | 'danger'
  /** May take a while: the dialog stays, busy, and closes when it is done. */
  onConfirm(): unknown
  onClose(): void
  /** The words to type before the button works. */
  typed?: string
}

/** A question with two answers; the safe one has the focus, unless a name must be typed. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, confirmLabel, cancelLabel, tone = 'primary', onConfirm, onClose, typed } = props
  const t = useT('ui')
  const [busy, setBusy] = useState(false)
  const [typedText, setTypedText] = useState('')
  const ready = typed === undefined || typedText.trim() === typed.trim()
  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (!ready || busy) return
    setBusy(true)
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      reportError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal open onClose={() => !busy && onClose()}>
      <ModalDialog role="alertdialog" component="form" onSubmit={(event) => void confirm(event)} sx={{ width: 440 }}>
        <DialogTitle component="h2">{title}</DialogTitle>
        <DialogContent>
          <Typography level="body-sm" component="div">
            {text}
          </Typography>
          {typed !== undefined && (
            <FormControl sx={{ mt: 4 }}>
              <FormLabel>{t('typeToConfirm', { name: typed })}</FormLabel>
              <Input
                value={typedText}
                onChange={(event) => setTypedText(event.target.value)}
                slotProps={{ input: { autoFocus: true, autoComplete: 'off', spellCheck: false } }}
              />
            </FormControl>
          )}
        </DialogContent>
        <DialogActions>
          <Button type="submit" color={tone} loading={busy} disabled={!ready}>
            {confirmLabel}
          </Button>
          <Button variant="plain" color="neutral" onClick={onClose} disabled={busy} autoFocus={typed === undefined}>
            {cancelLabel ?? t('cancel')}
          </Button>
        </DialogActions>
      </ModalDialog>
    </Modal>
  )
}

/** Deletes only after the thing's name was typed. */
export const ConfirmByName = (props: Omit<ConfirmDialogProps, 'typed' | 'tone'> & { name: string }) => {
  const { name, ...rest } = props
  return <ConfirmDialog {...rest} typed={name} tone="danger" />
}
