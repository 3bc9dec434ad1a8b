import { REQUEST_TIMEOUT } from '../constants.ts'
import { session, TOKEN_KEY } from '../session/session.ts'
import { readStored } from '../storage.ts'
import { HttpError, readErrorBody } from './errors.ts'
import { httpHandlers } from './handlers.ts'

let running: Promise<void> | undefined

/**
 * Replaces the access token `used`. All callers of this tab share one request, and tabs take turns: refresh tokens
 * rotate, so a second tab must take what the first one got instead of spending the same token again.
 */
export async function refreshSession(used: string | null): Promise<void> {
  // A refusal that was on its way while another caller refreshed.
  if (session.token !== used) return
  running ??= inTurn(async () => {
    const stored = readStored(TOKEN_KEY)
    if (stored && stored !== used) session.adoptToken(stored)
    else session.adoptToken(await requestToken())
  }).finally(() => {
    running = undefined
  })
  await running
}

const inTurn = (work: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? navigator.locks.request('recado.refresh', work) : work()

async function requestToken(): Promise<string> {
  const response = await fetch('/auth/refresh_token', {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json', 'accept-language': httpHandlers.language() },
    body: '{}',
    signal: AbortSignal.timeout(REQUEST_TIMEOUT),
  }).catch((cause: unknown) => {
    throw Object.assign(new HttpError({ status: 0, code: 'ERR_OFFLINE', message: '' }), { cause })
  })
  const body: unknown = await response.json().catch(() => null)
  if (!response.ok) {
    const error = readErrorBody(response.status, body)
    if (response.status === 401 || response.status === 403) httpHandlers.sessionLost(error)
    throw error
  }
  return (body as { token: string }).token
}
