import Button from '@mui/joy/Button'
import { authContract } from '@recado/core/modules/auth/contract'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '../../lib/http/client.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { FieldFrame } from '../../ui/form/field.tsx'
import { PasswordChecklist, PasswordInput } from '../../ui/form/password-field.tsx'
import { passwordProblem } from '../../ui/form/password-policy.ts'
import { Door } from './door.tsx'

interface PasswordStepProps {
  resetToken: string
  back: ReactNode
  onSaved(): void
}

export function PasswordStep({ resetToken, back, onSaved }: PasswordStepProps) {
  const t = useT('auth')
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [left, setLeft] = useState(false)
  const differs = confirmation !== '' && password !== confirmation
  const ready = !passwordProblem(password) && password === confirmation
  const save = useMutation({
    mutationFn: () =>
      call(authContract.routes.resetPassword, { body: { resetToken, password, passwordConfirmation: confirmation } }),
    onSuccess: onSaved,
    meta: { handled: true },
  })
  return (
    <Door
      title={t('recovery.title')}
      text={t('recovery.passwordText')}
      error={save.error}
      onSubmit={() => {
        // with Enter nothing has been left, and a button that is off would say nothing
        setLeft(true)
        if (ready && !save.isPending) save.mutate()
      }}
    >
      <FieldFrame label={t('recovery.password')}>
        {({ id }) => (
          <PasswordInput id={id} autoComplete="new-password" autoFocus value={password} onChange={setPassword} />
        )}
      </FieldFrame>
      <PasswordChecklist password={password} />
      <FieldFrame
        label={t('recovery.confirmation')}
        problem={differs && left ? { rule: 'mismatch', params: {} } : undefined}
      >
        {({ id, describedBy }) => (
          <PasswordInput
            id={id}
            describedBy={describedBy}
            autoComplete="new-password"
            value={confirmation}
            onChange={setConfirmation}
            onBlur={() => setLeft(true)}
          />
        )}
      </FieldFrame>
      <Button type="submit" size="md" loading={save.isPending} disabled={password === '' || confirmation === ''}>
        {t('recovery.save')}
      </Button>
      {back}
    </Door>
  )
}
