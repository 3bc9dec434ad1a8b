import Button from '@mui/joy/Button'
import FormControl from '@mui/joy/FormControl'
import FormLabel from '@mui/joy/FormLabel'
import Input from '@mui/joy/Input'
import Link from '@mui/joy/Link'
import { useMutation } from '@tanstack/react-query'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { Navigate, Link as RouterLink, useLocation } from 'react-router-dom'
import { useT } from '../../lib/i18n/i18n.ts'
import { session } from '../../lib/session/session.ts'
import { FieldFrame } from '../../ui/form/field.tsx'
import { PasswordInput } from '../../ui/form/password-field.tsx'
import { Door } from './door.tsx'
import { signIn } from './sign-in.ts'
import { useApplyChoices } from './use-apply-choices.ts'

interface Origin {
  from?: string
}

/** E-mail and password; afterwards back to where the person wanted to go. */
export const Screen = observer(() => {
  const t = useT('auth')
  const location = useLocation()
  const applyChoices = useApplyChoices()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const login = useMutation({
    mutationFn: () => signIn(email, password),
    onSuccess: applyChoices,
    meta: { handled: true },
  })
  if (session.signedIn && session.token) {
    // The start page is where everybody lands who asked for nothing in particular.
    const from = (location.state as Origin | null)?.from ?? '/'
    return <Navigate to={from === '/' ? '/atendimento' : from} replace />
  }
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
          onChange={(event) => setEmail(event.target.value)}
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
})
