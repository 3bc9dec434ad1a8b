import type { LoginAnswer } from '@recado/core/modules/auth/contract'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { session } from '../../lib/session/session.ts'
import { LoginCodeStep } from './login-code-step.tsx'
import { CompanyStep } from './login-company-step.tsx'
import { LoginPasswordStep } from './login-password-step.tsx'
import { LoginSetupStep } from './login-setup-step.tsx'
import { adopt, type NextStep } from './sign-in.ts'
import { useApplyChoices } from './use-apply-choices.ts'

interface Origin {
  from?: string
}

type Stage = { at: 'password' } | { at: 'company' } | ({ at: 'second' } & NextStep)

/** E-mail and password, then perhaps a code; afterwards back to where the person wanted to go. */
export const Screen = observer(() => {
  const location = useLocation()
  const applyChoices = useApplyChoices()
  const [stage, setStage] = useState<Stage>({ at: 'password' })
  const [email, setEmail] = useState('')
  if (session.signedIn && session.token) {
    // The start page is where everybody lands who asked for nothing in particular.
    const from = (location.state as Origin | null)?.from ?? '/'
    return <Navigate to={from === '/' ? '/atendimento' : from} replace />
  }
  const enter = (answer: LoginAnswer) => applyChoices(adopt(answer))
  const back = () => setStage({ at: 'password' })
  if (stage.at === 'company') return <CompanyStep email={email} onEmail={setEmail} onBack={back} />
  if (stage.at === 'second') {
    const { challenge, kind } = stage
    return kind === 'code' ? (
      <LoginCodeStep challenge={challenge} onEntered={enter} onBack={back} />
    ) : (
      <LoginSetupStep challenge={challenge} onEntered={enter} onBack={back} />
    )
  }
  return (
    <LoginPasswordStep
      email={email}
      onEmail={setEmail}
      onAnswer={(answer) => ('token' in answer ? enter(answer) : setStage({ at: 'second', ...answer }))}
      onCompany={() => setStage({ at: 'company' })}
    />
  )
})
