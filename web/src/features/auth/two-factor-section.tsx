import Button from '@mui/joy/Button'
import Chip from '@mui/joy/Chip'
import Skeleton from '@mui/joy/Skeleton'
import Stack from '@mui/joy/Stack'
import Typography from '@mui/joy/Typography'
import { authContract, type TwoFactorStatus } from '@recado/core/modules/auth/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/http/client.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { toast } from '../../lib/toasts.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { TwoFactorSetup } from './two-factor-setup.tsx'

const { twoFactor, recoveryCodes, twoFactorOff, forgetBrowsers } = authContract.routes
const KEY = ['auth', 'two-factor']

type Step = { at: 'setup' | 'renew' | 'off' } | { at: 'codes'; codes: string[] }

/** The second step of the own login. */
export function TwoFactorSection() {
  const t = useT('auth')
  const client = useQueryClient()
  const [step, setStep] = useState<Step | null>(null)
  const status = useQuery({ queryKey: KEY, queryFn: ({ signal }) => call(twoFactor, { signal }) })
  const close = () => setStep(null)
  const show = (codes: string[]) => {
    setStep({ at: 'codes', codes })
    void client.invalidateQueries({ queryKey: KEY })
  }
  return (
    <Stack component="section" spacing={3} aria-labelledby="two-factor">
      <Stack direction="row" spacing={2} alignItems="center">
        <Typography level="title-md" component="h3" id="two-factor">
          {t('security.twoFactor')}
        </Typography>
        {status.data && (
          <Chip size="sm" variant="soft" color={status.data.isOn ? 'success' : 'neutral'}>
            {status.data.isOn ? t('security.on') : t('security.off')}
          </Chip>
        )}
      </Stack>
      {status.error && <ErrorState error={status.error} onRetry={() => void status.refetch()} />}
      {!status.data && !status.error && <Skeleton variant="rectangular" height={72} />}
      {status.data && <Status status={status.data} onStep={(at) => setStep({ at })} />}
      {step?.at === 'setup' && <TwoFactorSetup onClose={close} onReady={show} />}
      {step?.at === 'codes' && <RecoveryCodesDialog codes={step.codes} onClose={close} />}
      {step?.at === 'renew' && (
        <PasswordDialog
          title={t('security.renew')}
          text={t('security.renewText')}
          submitLabel={t('security.renew')}
          onConfirm={async (currentPassword) => {
            const answer = await call(recoveryCodes, { body: { currentPassword } })
            show(answer.recoveryCodes)
          }}
          onClose={close}
          onDone={() => undefined}
        />
      )}
      {step?.at === 'off' && (
        <PasswordDialog
          title={t('security.switchOff')}
          text={t('security.switchOffText')}
          submitLabel={t('security.switchOff')}
          onConfirm={async (currentPassword) => {
            const { message } = await call(twoFactorOff, { body: { currentPassword } })
            toast.success(message)
            await client.invalidateQueries({ queryKey: KEY })
          }}
          onClose={close}
        />
      )}
    </Stack>
  )
}

function Status({ status, onStep }: { status: TwoFactorStatus; onStep(at: 'setup' | 'renew' | 'off'): void }) {
  const t = useT('auth')
  const { isOn, isRequired, recoveryCodesLeft } = status
  const forget = async () => toast.success((await call(forgetBrowsers)).message)
  if (!isOn)
    return (
      <>
        <Typography level="body-sm">{t(isRequired ? 'security.required' : 'security.offText')}</Typography>
        <div>
          <Button onClick={() => onStep('setup')}>{t('security.switchOn')}</Button>
        </div>
      </>
    )
  return (
    <>
      <Typography level="body-sm" color={recoveryCodesLeft < 3 ? 'warning' : 'neutral'}>
        {t('security.left', { count: recoveryCodesLeft })}
      </Typography>
      <Stack direction="row" useFlexGap flexWrap="wrap" spacing={2}>
        <Button size="sm" variant="outlined" color="neutral" onClick={() => onStep('renew')}>
          {t('security.renew')}
        </Button>
        <Button size="sm" variant="outlined" color="neutral" onClick={() => void forget()}>
          {t('security.forget')}
        </Button>
        {!isRequired && (
          <Button size="sm" variant="outlined" color="danger" onClick={() => onStep('off')}>
            {t('security.switchOff')}
          </Button>
        )}
      </Stack>
      {isRequired && <Typography level="body-xs">{t('security.isRequired')}</Typography>}
    </>
  )
}
