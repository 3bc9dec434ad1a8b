import Button from '@mui/joy/Button'
import Checkbox from '@mui/joy/Checkbox'
import { authContract, type LoginAnswer } from '@recado/core/modules/auth/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/http/client.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { CodeField } from './code-field.tsx'
import { Door } from './door.tsx'

interface LoginCodeStepProps {
  challenge: string
  onEntered(answer: LoginAnswer): void
  onBack(): void
}

/** The second step: the app's code, or a recovery code where the telephone is lost. */
export function LoginCodeStep({ challenge, onEntered, onBack }: LoginCodeStepProps) {
  const t = useT('auth')
  const [code, setCode] = useState('')
  const [trust, setTrust] = useState(false)
  const login = useMutation({
    mutationFn: () => call(authContract.routes.loginCode, { body: { challenge, code: code.trim(), trust } }),
    onSuccess: onEntered,
    meta: { handled: true },
  })
  return (
    <Door
      title={t('code.title')}
      text={t('code.text')}
      error={login.error}
      onSubmit={() => {
        if (!login.isPending && code.trim() !== '') login.mutate()
      }}
    >
      <CodeField value={code} onChange={setCode} help={t('code.recoveryHelp')} anyCode />
      <Checkbox
        size="sm"
        checked={trust}
        onChange={(event) => setTrust(event.target.checked)}
        label={t('code.trust')}
        sx={{ py: 0.5 }}
      />
      <Button type="submit" size="md" loading={login.isPending} disabled={code.trim() === ''}>
        {t('code.submit')}
      </Button>
      <Button variant="plain" color="neutral" onClick={onBack}>
        {t('code.back')}
      </Button>
    </Door>
  )
}
