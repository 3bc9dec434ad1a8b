import Button from '@mui/joy/Button'
import Skeleton from '@mui/joy/Skeleton'
import { authContract, type LoginAnswer } from '@recado/core/modules/auth/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/http/client.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { CodeField } from './code-field.tsx'
import { Door } from './door.tsx'
import { FactorSecretView } from './factor-secret.tsx'
import { RecoveryCodeList } from './recovery-code-list.tsx'

interface LoginSetupStepProps {
  challenge: string
  onEntered(answer: LoginAnswer): void
  onBack(): void
}

const { loginSetup, loginSetupConfirm } = authContract.routes

/** The company asks for a second step, so it is set up on the way in. */
export function LoginSetupStep({ challenge, onEntered, onBack }: LoginSetupStepProps) {
  const t = useT('auth')
  const [code, setCode] = useState('')
  const secret = useQuery({
    queryKey: ['login-setup', challenge],
    queryFn: () => call(loginSetup, { body: { challenge } }),
    // a second one would make the first worthless
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const confirm = useMutation({
    mutationFn: () => call(loginSetupConfirm, { body: { challenge, code: code.trim() } }),
    meta: { handled: true },
  })
  if (confirm.data) {
    const { recoveryCodes, ...answer } = confirm.data
    return (
      <Door title={t('codes.title')} text={t('codes.text')} error={null} onSubmit={() => onEntered(answer)}>
        <RecoveryCodeList codes={recoveryCodes} />
        <Button type="submit" size="md">
          {t('codes.kept')}
        </Button>
      </Door>
    )
  }
  return (
    <Door
      title={t('setup.title')}
      text={t('setup.required')}
      error={secret.error ?? confirm.error}
      onSubmit={() => {
        if (!confirm.isPending && code.trim() !== '') confirm.mutate()
      }}
    >
      {secret.data ? <FactorSecretView secret={secret.data} /> : <Skeleton variant="rectangular" height={240} />}
      <CodeField value={code} onChange={setCode} help={t('setup.codeHelp')} />
      <Button type="submit" size="md" loading={confirm.isPending} disabled={code.trim() === '' || !secret.data}>
        {t('setup.confirm')}
      </Button>
      <Button variant="plain" color="neutral" onClick={onBack}>
        {t('code.back')}
      </Button>
    </Door>
  )
}
