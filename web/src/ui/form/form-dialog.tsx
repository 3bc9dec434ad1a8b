import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import DialogContent from '@mui/joy/DialogContent'
import DialogTitle from '@mui/joy/DialogTitle'
import Modal from '@mui/joy/Modal'
import ModalClose from '@mui/joy/ModalClose'
import ModalDialog from '@mui/joy/ModalDialog'
import Stack from '@mui/joy/Stack'
import Typography from '@mui/joy/Typography'
import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import { useT } from '../../lib/i18n/i18n.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { Kbd } from '../kbd.tsx'
import { FormSummary } from './form-summary.tsx'
import type { Form } from './use-form.ts'

interface FormDialogProps<Values extends object> {
  title: string
  text?: string
  form: Form<Values>
  /** Labels by field, for the summary. */
  labels: Partial<Record<string, string>>
  onClose(): void
  /** Called after a successful save; closes when absent. */
  onSaved?(): void
  submitLabel?: string
  /** Pixels. */
  width?: number
  /** Left of the buttons: delete, test connection. */
  aside?: ReactNode
  /** Above the buttons, always in view: the outcome of a test. */
  notice?: ReactNode
  children: ReactNode
}

/** A form in a dialog: Ctrl/⌘ Enter or S saves, Escape leaves, unsaved changes are asked about. */
export function FormDialog<Values extends object>(props: FormDialogProps<Values>) {
  const { title, text, form, labels, onClose, onSaved, submitLabel, width = 520, aside, notice, children } = props
  const t = useT('ui')
  const [leaving, setLeaving] = useState(false)
  const close = () => (form.dirty && !form.saving ? setLeaving(true) : onClose())
  const submit = async () => {
    if (await form.submit()) (onSaved ?? onClose)()
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    // what is sent from a dialog over another one is not sent from that one too
    event.stopPropagation()
    void submit()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || (event.key !== 'Enter' && event.key.toLowerCase() !== 's')) return
    event.preventDefault()
    event.stopPropagation()
    void submit()
  }
  return (
    <Modal open onClose={close}>
      <ModalDialog
        layout="center"
        onKeyDown={onKeyDown}
        sx={{
          width: { xs: '100%', sm: width },
          maxWidth: { xs: '100%', sm: 'calc(100vw - 48px)' },
          height: { xs: '100dvh', sm: 'auto' },
          maxHeight: { xs: '100dvh', sm: 'calc(100dvh - 64px)' },
          borderRadius: { xs: 0, sm: 8 },
          p: 0,
          gap: 0,
        }}
      >
        <Box
          component="form"
          noValidate
          onSubmit={onSubmit}
          sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}
        >
          <Box sx={{ px: { xs: 4, sm: 6 }, pt: 5, pb: 3 }}>
            <DialogTitle component="h2" sx={{ pr: 8 }}>
              {title}
            </DialogTitle>
            {text && (
              <Typography level="body-sm" sx={{ mt: 1 }}>
                {text}
              </Typography>
            )}
          </Box>
          <ModalClose aria-label={t('close')} />
          <DialogContent sx={{ px: { xs: 4, sm: 6 }, pt: 1, pb: 5 }}>
            <Stack spacing={4}>
              <FormSummary form={form} labels={labels} />
              {children}
            </Stack>
          </DialogContent>
          {notice && <Box sx={{ px: { xs: 4, sm: 6 }, pb: 3 }}>{notice}</Box>}
          <Stack
            direction="row"
            useFlexGap
            flexWrap="wrap"
            spacing={2}
            alignItems="center"
            sx={{ px: { xs: 4, sm: 6 }, py: 3, borderTop: '1px solid', borderColor: 'divider' }}
          >
            <Box sx={{ flex: 1 }}>{aside}</Box>
            <Button variant="plain" color="neutral" onClick={close} disabled={form.saving}>
              {t('cancel')}
            </Button>
            <Button
              type="submit"
              loading={form.saving}
              loadingPosition="start"
              endDecorator={<Kbd keys="mod+enter" plain />}
              sx={hintStyles}
            >
              {submitLabel ?? t('save')}
            </Button>
          </Stack>
        </Box>
        {leaving && (
          <ConfirmDialog
            title={t('unsaved.title')}
            text={t('unsaved.text')}
            confirmLabel={t('unsaved.discard')}
            cancelLabel={t('unsaved.stay')}
            tone="danger"
            onConfirm={onClose}
            onClose={() => setLeaving(false)}
          />
        )}
      </ModalDialog>
    </Modal>
  )
}

/** Where the keys are not shown they leave no gap. */
const hintStyles = {
  '& .MuiButton-endDecorator': { display: { xs: 'none', md: 'inherit' } },
  '@media (hover: none) and (pointer: coarse)': { '& .MuiButton-endDecorator': { display: 'none' } },
}
