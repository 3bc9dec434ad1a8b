import type { RouteSpec } from '@recado/core/contract'
import { REQUEST_TIMEOUT } from '../constants.ts'
import { session } from '../session/session.ts'
import { activity } from './activity.ts'
import { HttpError, readErrorBody } from './errors.ts'
import { httpHandlers } from './handlers.ts'
import { refreshSession } from './refresh.ts'
import type { Answer, CallArguments, CallOptions, CallSettings } from './types.ts'
import { urlOf } from './url.ts'

/**
 * Calls a route of a contract. Throws `HttpError`; an expired session is refreshed once for all callers and the call
 * repeated, a lost one leads to the login, an expired plan to finance.
 */
export async function call<Route extends RouteSpec>(
  route: Route,
  ...args: CallArguments<Route>
): Promise<Answer<Route>> {
  const options = (args[0] ?? {}) as CallSettings & { params?: object; query?: object; body?: unknown }
  const request: Prepared = {
    url: urlOf(route.path, options.params, options.query),
    method: route.method,
    body: options.body,
    settings: options,
    guarded: route.auth !== 'public',
  }
  const end = options.quiet ? () => undefined : activity.begin()
  try {
    return (await send(request)) as Answer<Route>
  } finally {
    end()
  }
}

/** Calls a route that answers a file; some answer JSON now and then. */
export const callForFile = <Route extends RouteSpec>(
  route: Route,
  options: CallOptions<Route>,
): Promise<Blob | Answer<Route>> => call(route, ...([{ ...options, asFile: true }] as unknown as CallArguments<Route>))

interface Prepared {
  url: string
  method: string
  body: unknown
  settings: CallSettings
  /** Needs a session, so that 401 means the session is gone. */
  guarded: boolean
}

async function send(request: Prepared): Promise<unknown> {
  const token = session.token
  const first = await attempt(request, token)
  if (first.ok) return first.body
  if (request.guarded && first.error.status === 403 && first.error.code === 'ERR_SESSION_EXPIRED') {
    await refreshSession(token)
    const second = await attempt(request, session.token)
    if (second.ok) return second.body
    throw refused(second.error, request)
  }
  throw refused(first.error, request)
}

function refused(error: HttpError, request: Prepared): HttpError {
  if (!request.guarded) return error
  if (error.status === 401) httpHandlers.sessionLost(error)
  if (error.status === 402) httpHandlers.planExpired(error)
  return error
}

type Outcome = { ok: true; body: unknown } | { ok: false; error: HttpError }

async function attempt({ url, method, body, settings }: Prepared, token: string | null): Promise<Outcome> {
  const limit = AbortSignal.timeout(settings.timeoutMs ?? REQUEST_TIMEOUT)
  const signal = settings.signal ? AbortSignal.any([settings.signal, limit]) : limit
  try {
    const response = await fetch(url, {
      method,
      signal,
      credentials: 'same-origin',
      ...(settings.keepalive ? { keepalive: true } : {}),
      headers: {
        accept: 'application/json',
        'accept-language': httpHandlers.language(),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...settings.headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const isFile = settings.asFile && response.ok && !isJson(response)
    const parsed = isFile ? await response.blob() : parse(await response.text())
    if (!response.ok) return { ok: false, error: readErrorBody(response.status, parsed) }
    return { ok: true, body: parsed }
  } catch (cause) {
    return { ok: false, error: noAnswer(settings.signal, limit, cause) }
  }
}

const isJson = ({ headers }: Response): boolean => headers.get('content-type')?.startsWith('application/json') === true

function parse(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function noAnswer(given: AbortSignal | undefined, limit: AbortSignal, cause: unknown): HttpError {
  const code = given?.aborted ? 'ERR_ABORTED' : limit.aborted ? 'ERR_CLIENT_TIMEOUT' : 'ERR_OFFLINE'
  return Object.assign(new HttpError({ status: 0, code, message: '' }), { cause })
}
