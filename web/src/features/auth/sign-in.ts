import { authContract, type LoginAnswer, type Me } from '@recado/core/modules/auth/contract'
import { call } from '../../lib/http/client.ts'
import { HttpError } from '../../lib/http/errors.ts'
import { session } from '../../lib/session/session.ts'

/** What the server asks for after a right password. */
export interface NextStep {
  challenge: string
  /** `setup`: the company asks for a second step, and there is none yet. */
  kind: 'code' | 'setup'
}

/** From here on the person is signed in. The refresh token stays in its cookie. */
export function adopt({ token, refreshToken: _, expiresIn: __, ...me }: LoginAnswer): Me {
  session.signIn(token, me)
  return me
}

/** Signs in, or answers what is asked for next; the e-mail is trimmed (specification §5). */
export async function signIn(email: string, password: string): Promise<LoginAnswer | NextStep> {
  try {
    return await call(authContract.routes.login, { body: { email: email.trim(), password } })
  } catch (error) {
    const step = error instanceof HttpError && error.is('ERR_SECOND_FACTOR') ? stepOf(error.params) : null
    if (!step) throw error
    return step
  }
}

function stepOf({ challenge, kind }: Record<string, unknown>): NextStep | null {
  return typeof challenge === 'string' && (kind === 'code' || kind === 'setup') ? { challenge, kind } : null
}
