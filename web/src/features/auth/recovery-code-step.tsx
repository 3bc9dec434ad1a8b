import Button from '@mui/joy/Button'
import FormControl from '@mui/joy/FormControl'
import FormLabel from '@mui/joy/FormLabel'
import Input from '@mui/joy/Input'
import { authContract } from '@recado/core/modules/auth/contract'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '../../lib/http/client.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { toast } from '../../lib/toasts.ts'
import { Door } from './door.tsx'

interface CodeStepProps {
  email: string
  back: ReactNode
  onChecked(resetToken: string): void
}

export function CodeStep({ email, back, onChecked }: CodeStepProps) {
  const t = useT('auth')
  const [code, setCode] = useState('')
  const check = useMutation({
    mutationFn: () => call(authContract.routes.verifyCode, { body: { email, code: code.trim() } }),
    onSuccess: ({ resetToken }) => onChecked(resetToken),
    meta: { handled: true },
  })
  const again = useMutation({
    mutationFn: () => call(authContract.routes.forgotPassword, { body: { email } }),
    onSuccess: () => toast.success(t('recovery.sentAgain')),
  })
  return (
    <Door
      title={t('recovery.title')}
      text={t('recovery.codeText', { email })}
      error={check.error}
      onSubmit={() => {
        if (!check.isPending && code.trim() !== '') check.mutate()
      }}
    >
      <FormControl>
        <FormLabel>{t('recovery.code')}</FormLabel>
        <Input
          value={code}
          onChange={(event) => setCode(event.target.value)}
          slotProps={{
            input: {
              autoComplete: 'one-time-code',
              inputMode: 'numeric',
              autoFocus: true,
              maxLength: 32,
              spellCheck: false,
            },
          }}
          sx={{ fontVariantNumeric: 'tabular-nums', letterSpacing: '0.12em' }}
        />
      </FormControl>
      <Button type="submit" size="md" loading={check.isPending} disabled={code.trim() === ''}>
        {t('recovery.check')}
      </Button>
      <Button variant="plain" color="neutral" loading={again.isPending} onClick={() => again.mutate()}>
        {t('recovery.again')}
      </Button>
      {back}
    </Door>
  )
}
