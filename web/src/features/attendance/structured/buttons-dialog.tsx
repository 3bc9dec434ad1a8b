import Input from '@mui/joy/Input'
import { Type } from 'typebox'
import { useT } from '../../../lib/i18n/i18n.ts'
import { FieldFrame } from '../../../ui/form/field.tsx'
import { TextField } from '../../../ui/form/fields.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { LinesField } from '../../../ui/form/lines-field.tsx'
import type { Problems } from '../../../ui/form/problems.ts'
import { useForm } from '../../../ui/form/use-form.ts'
import { sendContent } from '../composer/send.ts'
import { uuidV7 } from '../sending/uuid.ts'
import type { StructuredDialogProps } from './more-menu.tsx'

/** Specification §5. */
const MIN_BUTTONS = 2
const MAX_BUTTONS = 3

interface Line {
  key: string
  label: string
}

const schema = Type.Object({ text: Type.String({ minLength: 1, maxLength: 1024, pattern: '\\S' }) })
const line = (): Line => ({ key: uuidV7(), label: '' })

/** A text with two or three buttons below it; the customer's tap comes back as an answer. */
export function ButtonsDialog({ ticket, features, onClose }: StructuredDialogProps) {
  const t = useT('attendance')
  const { max, labelLength } = features.buttons ?? { max: MAX_BUTTONS, labelLength: 20 }
  const form = useForm({
    schema,
    initial: { text: '', footer: '', buttons: [line(), line()] },
    check: ({ buttons }): Problems => {
      const labels = buttons.map(({ label }) => label.trim().toLowerCase())
      if (labels.includes('')) return { buttons: { rule: 'required', params: {} } }
      return new Set(labels).size < labels.length ? { buttons: { rule: 'unique', params: {} } } : {}
    },
    save: async ({ text, footer, buttons }) =>
      sendContent(ticket.id, {
        type: 'buttons',
        text: text.trim(),
        buttons: buttons.map(({ label }, index) => ({ id: `b${index + 1}`, label: label.trim() })),
        ...(footer.trim() ? { footer: footer.trim() } : {}),
      }),
  })
  const labels = { text: t('structured.text'), buttons: t('structured.buttons'), footer: t('structured.footer') }
  return (
    <FormDialog
      title={t('structured.kinds.buttons')}
      form={form}
      labels={labels}
      onClose={onClose}
      submitLabel={t('composer.send')}
    >
      <TextField form={form} name="text" label={labels.text} lines={3} maxLength={1024} autoFocus />
      <FieldFrame label={labels.buttons} problem={form.problems.buttons} name="buttons" group>
        {() => (
          <LinesField
            lines={form.values.buttons}
            min={MIN_BUTTONS}
            max={Math.min(MAX_BUTTONS, max)}
            make={line}
            addLabel={t('structured.addButton')}
            onChange={(buttons) => form.set('buttons', buttons)}
          >
            {({ label }, index, change) => (
              <Input
                value={label}
                onChange={(event) => change({ label: event.target.value })}
                onBlur={() => form.touch('buttons')}
                slotProps={{
                  input: { maxLength: labelLength, 'aria-label': t('structured.button', { number: index + 1 }) },
                }}
              />
            )}
          </LinesField>
        )}
      </FieldFrame>
      <TextField form={form} name="footer" label={labels.footer} maxLength={60} optional />
    </FormDialog>
  )
}
