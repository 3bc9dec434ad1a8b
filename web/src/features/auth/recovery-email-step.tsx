import Button from '@mui/joy/Button'
import FormControl from '@mui/joy/FormControl'
import FormLabel from '@mui/joy/FormLabel'
import Input from '@mui/joy/Input'
import { authContract } from '@recado/core/modules/auth/contract'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '../../lib/http/client.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { Door } from './door.tsx'

export function EmailStep({ given, back, onSent }: { given: string; back: ReactNode; onSent(email: string): void }) {
  const t = useT('auth')
  const [email, setEmail] = useState(given)
  const send = useMutation({
    mutationFn: () => call(authContract.routes.forgotPassword, { body: { email: email.trim() } }),
    onSuccess: () => onSent(email.trim()),
    meta: { handled: true },
  })
  return (
    <Door
      title={t('recovery.title')}
      text={t('recovery.emailText')}
      error={send.error}
      onSubmit={() => {
        if (!send.isPending && email.trim() !== '') send.mutate()
      }}
    >
      <FormControl>
        <FormLabel>{t('recovery.email')}</FormLabel>
        <Input
          type="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          slotProps={{ input: { autoComplete: 'username', autoFocus: true, autoCapitalize: 'none' } }}
        />
      </FormControl>
      <Button type="submit" size="md" loading={send.isPending} disabled={email.trim() === ''}>
        {t('recovery.send')}
      </Button>
      {back}
    </Door>
  )
}
