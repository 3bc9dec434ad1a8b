import Button from '@mui/joy/Button'
import FormControl from '@mui/joy/FormControl'
import FormLabel from '@mui/joy/FormLabel'
import Input from '@mui/joy/Input'
import { ssoContract } from '@recado/core/modules/sso/contract'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../lib/http/client.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { Door } from './door.tsx'

interface CompanyStepProps {
  email: string
  onEmail(email: string): void
  onBack(): void
}

/** The e-mail tells which company's provider the browser goes to. */
export function CompanyStep({ email, onEmail, onBack }: CompanyStepProps) {
  const t = useT('auth')
  const start = useMutation({
    mutationFn: () => call(ssoContract.routes.start, { body: { email: email.trim() } }),
    onSuccess: ({ url }) => window.location.assign(url),
    meta: { handled: true },
  })
  return (
    <Door
      title={t('company.title')}
      text={t('company.text')}
      error={start.error}
      onSubmit={() => {
        if (!start.isPending && email.trim() !== '') start.mutate()
      }}
    >
      <FormControl>
        <FormLabel>{t('login.email')}</FormLabel>
        <Input
          type="email"
          value={email}
          onChange={(event) => onEmail(event.target.value)}
          slotProps={{ input: { autoComplete: 'username', autoFocus: true, autoCapitalize: 'none' } }}
        />
      </FormControl>
      <Button type="submit" size="md" loading={start.isPending || start.isSuccess} disabled={email.trim() === ''}>
        {t('company.submit')}
      </Button>
      <Button variant="plain" color="neutral" onClick={onBack}>
        {t('company.back')}
      </Button>
    </Door>
  )
}
