import Button from '@mui/joy/Button'
import Stack from '@mui/joy/Stack'
import type { Media } from '@recado/core/modules/media/contract'
import { usersContract } from '@recado/core/modules/users/contract'
import { Type } from 'typebox'
import { call } from '../lib/http/client.ts'
import { useT } from '../lib/i18n/i18n.ts'
import { session } from '../lib/session/session.ts'
import { toast } from '../lib/toasts.ts'
import { Avatar } from '../ui/avatar.tsx'
import { FieldFrame } from '../ui/form/field.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { FilePick } from '../ui/form/file-pick.tsx'
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
  /** Undefined: the one of today; null: none. */
  picture: Media | null | undefined
}

const needsProof = (values: Values): boolean => values.password !== '' || values.email !== session.user?.email

function check(values: Values): Problems {
  const problems: Problems = {}
  const weak = values.password === '' ? undefined : passwordProblem(values.password)
  if (weak) problems.password = weak
  if (needsProof(values) && values.currentPassword === '') problems.currentPassword = { rule: 'required', params: {} }
  return problems
}

/** Own name, picture, e-mail and password. */
export function ProfileDialog({ onClose }: { onClose(): void }) {
  const t = useT('common')
  const { user } = session
  const form = useForm<Values>({
    schema,
    initial: {
      name: user?.username ?? '',
      email: user?.email ?? '',
      password: '',
      currentPassword: '',
      picture: undefined,
    },
    check,
    save: async (values) => {
      if (!user) return
      const { password, currentPassword, picture, ...rest } = values
      const saved = await call(usersContract.routes.update, {
        params: { id: user.userId },
        body: {
          ...rest,
          ...(password ? { password } : {}),
          ...(currentPassword ? { currentPassword } : {}),
          ...(picture === undefined ? {} : { profilePicId: picture?.id ?? null }),
        },
      })
      session.patchUser({ username: saved.name, email: saved.email, profilePictureUrl: saved.profilePicUrl })
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
      <PictureField
        name={form.values.name}
        present={user?.profilePictureUrl ?? null}
        value={form.values.picture}
        onChange={(picture) => form.set('picture', picture)}
      />
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

interface PictureFieldProps {
  name: string
  /** Of today. */
  present: string | null
  value: Media | null | undefined
  onChange(picture: Media | null | undefined): void
}

function PictureField({ name, present, value, onChange }: PictureFieldProps) {
  const t = useT('common')
  const src = value === undefined ? present : (value?.url ?? null)
  return (
    <FieldFrame label={t('profile.picture')}>
      {({ id }) => (
        <Stack direction="row" spacing={3} alignItems="center">
          <Avatar name={name} src={src} size={56} />
          <FilePick id={id} accept="image/*" file={value ?? null} onChange={(file) => onChange(file ?? undefined)} />
          {value === undefined && present !== null && (
            <Button size="sm" variant="plain" color="neutral" onClick={() => onChange(null)}>
              {t('profile.removePicture')}
            </Button>
          )}
        </Stack>
      )}
    </FieldFrame>
  )
}
