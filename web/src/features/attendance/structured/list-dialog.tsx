import Input from '@mui/joy/Input'
import Stack from '@mui/joy/Stack'
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

interface Line {
  key: string
  label: string
  description: string
}

const schema = Type.Object({
  text: Type.String({ minLength: 1, maxLength: 1024, pattern: '\\S' }),
  open: Type.String({ minLength: 1, maxLength: 20, pattern: '\\S' }),
})
const line = (): Line => ({ key: uuidV7(), label: '', description: '' })

/** A text with a list that opens; the customer's choice comes back as an answer. */
export function ListDialog({ ticket, features, onClose }: StructuredDialogProps) {
  const t = useT('attendance')
  const form = useForm({
    schema,
    initial: { text: '', open: t('structured.openDefault'), rows: [line(), line()] },
    check: ({ rows }): Problems =>
      rows.some(({ label }) => label.trim() === '') ? { rows: { rule: 'required', params: {} } } : {},
    save: async ({ text, open, rows }) =>
      sendContent(ticket.id, {
        type: 'list',
        text: text.trim(),
        open: open.trim(),
        sections: [
          {
            rows: rows.map(({ label, description }, index) => ({
              id: `r${index + 1}`,
              label: label.trim(),
              ...(description.trim() ? { description: description.trim() } : {}),
            })),
          },
        ],
      }),
  })
  const labels = { text: t('structured.text'), open: t('structured.open'), rows: t('structured.rows') }
  return (
    <FormDialog
      title={t('structured.kinds.list')}
      form={form}
      labels={labels}
      onClose={onClose}
      submitLabel={t('composer.send')}
    >
      <TextField form={form} name="text" label={labels.text} lines={3} maxLength={1024} autoFocus />
      <TextField form={form} name="open" label={labels.open} maxLength={20} />
      <FieldFrame label={labels.rows} problem={form.problems.rows} name="rows" group>
        {() => (
          <LinesField
            lines={form.values.rows}
            min={1}
            max={features.list?.maxRows ?? 10}
            make={line}
            addLabel={t('structured.addRow')}
            onChange={(rows) => form.set('rows', rows)}
          >
            {({ label, description }, index, change) => (
              <Stack direction={{ xs: 'column', sm: 'row' }} spacing={1} sx={{ '& > *': { flex: 1 } }}>
                <Input
                  value={label}
                  onChange={(event) => change({ label: event.target.value })}
                  onBlur={() => form.touch('rows')}
                  slotProps={{
                    input: { maxLength: 24, 'aria-label': t('structured.row', { number: index + 1 }) },
                  }}
                />
                <Input
                  value={description}
                  placeholder={t('structured.description')}
                  onChange={(event) => change({ description: event.target.value })}
                  slotProps={{
                    input: { maxLength: 72, 'aria-label': t('structured.rowDescription', { number: index + 1 }) },
                  }}
                />
              </Stack>
            )}
          </LinesField>
        )}
      </FieldFrame>
    </FormDialog>
  )
}
