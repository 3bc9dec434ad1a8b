import { Type } from 'typebox'
import { useT } from '../../../lib/i18n/i18n.ts'
import { TextField } from '../../../ui/form/fields.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { sendContent } from '../composer/send.ts'
import type { StructuredDialogProps } from './more-menu.tsx'

const schema = Type.Object({ text: Type.String({ minLength: 1, maxLength: 1024, pattern: '\\S' }) })

/** Asks the customer for their position, with a button that sends it. */
export function LocationRequestDialog({ ticket, onClose }: StructuredDialogProps) {
  const t = useT('attendance')
  const form = useForm({
    schema,
    initial: { text: t('structured.locationRequestText') },
    save: async ({ text }) => sendContent(ticket.id, { type: 'location-request', text: text.trim() }),
  })
  return (
    <FormDialog
      title={t('structured.kinds.locationRequest')}
      form={form}
      labels={{ text: t('structured.text') }}
      onClose={onClose}
      submitLabel={t('composer.send')}
      width={460}
    >
      <TextField form={form} name="text" label={t('structured.text')} lines={3} maxLength={1024} autoFocus />
    </FormDialog>
  )
}
