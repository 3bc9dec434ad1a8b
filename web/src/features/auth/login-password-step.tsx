import Button from '@mui/joy/Button'
import FormControl from '@mui/joy/FormControl'
import FormLabel from '@mui/joy/FormLabel'
import Input from '@mui/joy/Input'
import Link from '@mui/joy/Link'
import type { LoginAnswer } from '@recado/core/modules/auth/contract'
import { useMutation } from '@tanstack/react-query'
import { Building2 } from 'lucide-react'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { useT } from '../../lib/i18n/i18n.ts'
import { FieldFrame } from '../../ui/form/field.tsx'
import { PasswordInput } from '../../ui/form/password-field.tsx'
import { Door } from './door.tsx'
import { type NextStep, signIn } from './sign-in.ts'

interface LoginPasswordStepProps {
  email: string
  onEmail(email: string): void
  onAnswer(answer: LoginAnswer | NextStep): void
  onCompany(): void
}

export function LoginPasswordStep({ email, onEmail, onAnswer, onCompany }: LoginPasswordStepProps) {
  const t = useT('auth')
  const [password, setPassword] = useState('')
  const login = useMutation({
    mutationFn: () => signIn(email, password),
    onSuccess: onAnswer,
    meta: { handled: true },
  })
  return (
    <Door
      title={t('login.title')}
      error={login.error}
      onSubmit={() => {
        if (!login.isPending && email.trim() !== '' && password !== '') login.mutate()
      }}
    >
      <FormControl>
        <FormLabel>{t('login.email')}</FormLabel>
        <Input
          type="email"
          value={email}
          onChange={(event) => onEmail(event.target.value)}
          slotProps={{ input: { name: 'email', autoComplete: 'username', autoFocus: true, autoCapitalize: 'none' } }}
        />
      </FormControl>
      <FieldFrame label={t('login.password')}>
        {({ id, describedBy }) => (
          <PasswordInput
            id={id}
            describedBy={describedBy}
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
          />
        )}
      </FieldFrame>
      <Button type="submit" size="md" loading={login.isPending} disabled={email.trim() === '' || password === ''}>
        {t('login.submit')}
      </Button>
      <Button variant="plain" color="neutral" startDecorator={<Building2 size={16} aria-hidden />} onClick={onCompany}>
        {t('company.title')}
      </Button>
      <Link
        component={RouterLink}
        to="/recuperar-senha"
        state={{ email }}
        level="body-sm"
        sx={{ alignSelf: 'center', minHeight: 24 }}
      >
        {t('login.forgot')}
      </Link>
    </Door>
  )
}
