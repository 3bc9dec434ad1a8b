import { Type } from 'typebox'
import { useT } from '../../lib/i18n/i18n.ts'
import { FieldFrame } from '../../ui/form/field.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { PasswordInput } from '../../ui/form/password-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'

const schema = Type.Object({ password: Type.String({ minLength: 1 }) })

interface PasswordDialogProps {
  title: string
  text: string
  submitLabel: string
  /** Throws what the server refused. */
  onConfirm(password: string): Promise<unknown>
  onClose(): void
  /** After it was confirmed; closes when absent. */
  onDone?(): void
}

/** Asks for the own password before something that only the owner of the account may do. */
export function PasswordDialog({ title, text, submitLabel, onConfirm, onClose, onDone }: PasswordDialogProps) {
  const t = useT('auth')
  const form = useForm({ schema, initial: { password: '' }, save: ({ password }) => onConfirm(password) })
  return (
    <FormDialog
      title={title}
      text={text}
      form={form}
      labels={{ password: t('security.password') }}
      submitLabel={submitLabel}
      width={440}
      onClose={onClose}
      onSaved={onDone ?? onClose}
    >
      <FieldFrame label={t('security.password')} problem={form.problems.password} name="password">
        {({ id, describedBy }) => (
          <PasswordInput
            id={id}
            describedBy={describedBy}
            autoComplete="current-password"
            autoFocus
            value={form.values.password}
            onChange={(value) => form.set('password', value)}
          />
        )}
      </FieldFrame>
    </FormDialog>
  )
}
