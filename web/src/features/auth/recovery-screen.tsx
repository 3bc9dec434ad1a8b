import Link from '@mui/joy/Link'
import { useState } from 'react'
import { Link as RouterLink, useLocation, useNavigate } from 'react-router-dom'
import { useT } from '../../lib/i18n/i18n.ts'
import { toast } from '../../lib/toasts.ts'
import { CodeStep } from './recovery-code-step.tsx'
import { EmailStep } from './recovery-email-step.tsx'
import { PasswordStep } from './recovery-password-step.tsx'

type Stage = { at: 'email' } | { at: 'code'; email: string } | { at: 'password'; resetToken: string }

/** E-mail, then the code that was mailed, then the new password twice. */
export function Screen() {
  const t = useT('auth')
  const navigate = useNavigate()
  const given = (useLocation().state as { email?: string } | null)?.email ?? ''
  const [stage, setStage] = useState<Stage>({ at: 'email' })
  const back = (
    <Link component={RouterLink} to="/login" level="body-sm" sx={{ alignSelf: 'center', minHeight: 24 }}>
      {t('recovery.back')}
    </Link>
  )
  const finish = () => {
    toast.success(t('recovery.done'))
    void navigate('/login')
  }
  switch (stage.at) {
    case 'email':
      return <EmailStep given={given} back={back} onSent={(email) => setStage({ at: 'code', email })} />
    case 'code':
      return (
        <CodeStep
          email={stage.email}
          back={back}
          onChecked={(resetToken) => setStage({ at: 'password', resetToken })}
        />
      )
    case 'password':
      return <PasswordStep resetToken={stage.resetToken} back={back} onSaved={finish} />
  }
}
