import { authContract, type Me } from '@recado/core/modules/auth/contract'
import { call } from '../../lib/http/client.ts'
import { session } from '../../lib/session/session.ts'

/** Signs in; the e-mail is trimmed (specification §5). The refresh token stays in its cookie. */
export async function signIn(email: string, password: string): Promise<Me> {
  const answer = await call(authContract.routes.login, { body: { email: email.trim(), password } })
  const { token, refreshToken: _, expiresIn: __, ...me } = answer
  session.signIn(token, me)
  return me
}
