import { usersContract } from '@recado/core/modules/users/contract'
import { Type } from 'typebox'
import { call } from '../lib/http/client.ts'
import { useT } from '../lib/i18n/i18n.ts'
import { session } from '../lib/session/session.ts'
import { toast } from '../lib/toasts.ts'
import { FieldFrame } from '../ui/form/field.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { FormDialog } from '../ui/form/form-dialog.tsx'
import { PasswordChecklist, PasswordInput } from '../ui/form/password-field.tsx'
import { passwordProblem } from '../ui/form/password-policy.ts'
import type { Problems } from '../ui/form/problems.ts'
import { useForm } from '../ui/form/use-form.ts'

const { name, email } = usersContract.routes.create.body.properties
const schema = Type.Object({ name, email })

interface Values {
  name: string
  email: string
  password: string
  currentPassword: string
}

const needsProof = (values: Values): boolean => values.password !== '' || values.email !== session.user?.email

function check(values: Values): Problems {
  const problems: Problems = {}
  const weak = values.password === '' ? undefined : passwordProblem(values.password)
  if (weak) problems.password = weak
  if (needsProof(values) && values.currentPassword === '') problems.currentPassword = { rule: 'required', params: {} }
  return problems
}

/** Own name, e-mail and password. */
export function ProfileDialog({ onClose }: { onClose(): void }) {
  const t = useT('common')
  const { user } = session
  const form = useForm<Values>({
    schema,
    initial: { name: user?.username ?? '', email: user?.email ?? '', password: '', currentPassword: '' },
    check,
    save: async (values) => {
      if (!user) return
      const { password, currentPassword, ...rest } = values
      const saved = await call(usersContract.routes.update, {
        params: { id: user.userId },
        body: { ...rest, ...(password ? { password } : {}), ...(currentPassword ? { currentPassword } : {}) },
      })
      session.patchUser({ username: saved.name, email: saved.email })
      toast.success(t('profile.saved'))
    },
  })
  const labels = {
    name: t('profile.name'),
    email: t('profile.email'),
    password: t('profile.password'),
    currentPassword: t('profile.currentPassword'),
  }
  return (
    <FormDialog title={t('profile.title')} form={form} labels={labels} onClose={onClose}>
      <TextField form={form} name="name" label={labels.name} autoComplete="name" />
      <TextField
        form={form}
        name="email"
        type="email"
        label={labels.email}
        help={t('profile.emailHelp')}
        autoComplete="email"
      />
      <FieldFrame
        label={labels.password}
        help={t('profile.passwordHelp')}
        problem={form.problems.password}
        name="password"
      >
        {({ id, describedBy }) => (
          <PasswordInput
            id={id}
            describedBy={describedBy}
            autoComplete="new-password"
            value={form.values.password}
            onChange={(value) => form.set('password', value)}
            onBlur={() => form.touch('password')}
          />
        )}
      </FieldFrame>
      {form.values.password !== '' && <PasswordChecklist password={form.values.password} />}
      {needsProof(form.values) && (
        <FieldFrame label={labels.currentPassword} problem={form.problems.currentPassword} name="currentPassword">
          {({ id, describedBy }) => (
            <PasswordInput
              id={id}
              describedBy={describedBy}
              autoComplete="current-password"
              value={form.values.currentPassword}
              onChange={(value) => form.set('currentPassword', value)}
            />
          )}
        </FieldFrame>
      )}
    </FormDialog>
  )
}
