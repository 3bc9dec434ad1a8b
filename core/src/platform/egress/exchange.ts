import { PluginError } from '@recado/sdk'
import { type Dispatcher, fetch, FormData as OutgoingForm, type RequestInit, type Response } from 'undici'
import type { Attempt } from './failure.ts'
import type { OutgoingRequest } from './request.ts'

/** Where a request goes, and why that is allowed. */
export interface Target {
  url: URL
  /** Put there by the operator: the policy is not asked. */
  isTrusted: boolean
  /** One of the plugin's declared places, and reached only through such. */
  isEndpoint: boolean
}

export interface Exchange {
  first: Target
  /** Where a redirect may lead. @throws EgressRefused */
  follow(url: URL, from: Target): Target
  keepsRedirects: boolean
  agentOf(target: Target): Dispatcher
  attempt: Attempt
  signal: AbortSignal
}

const MAX_REDIRECTS = 5

/** All that another host learns after a redirect: neither keys nor cookies. */
const HARMLESS_HEADERS = ['accept', 'accept-language', 'content-type', 'range', 'user-agent']

/** Sends and follows redirects by hand, so that each of them is checked like the first address. */
export async function exchange(
  request: OutgoingRequest,
  { first, follow, keepsRedirects, agentOf, attempt, signal }: Exchange,
): Promise<Response> {
  let target = first
  let current = request
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    attempt.host = target.url.host
    const response = await fetch(target.url, {
      method: current.method,
      headers: [...current.headers],
      body: bodyOf(current),
      redirect: 'manual',
      duplex: 'half',
      dispatcher: noticing(agentOf(target), attempt),
      signal,
    })
    const location = response.headers.get('location')
    if (![301, 302, 303, 307, 308].includes(response.status) || location === null || keepsRedirects) return response
    await response.body?.cancel()
    if (!URL.canParse(location, target.url.href)) throw new PluginError('REJECTED', { detail: 'redirected to nowhere' })
    const next = follow(new URL(location, target.url), target)
    current = redirected(current, response.status, next.url.origin === target.url.origin)
    // 307 and 308 say that nothing was done yet
    if (response.status > 303) attempt.mayHaveArrived = false
    target = next
  }
  throw new PluginError('REJECTED', { detail: 'too many redirects' })
}

const bodyOf = ({ body }: OutgoingRequest): RequestInit['body'] & {} =>
  (body instanceof FormData ? toOutgoing(body) : (body ?? null)) as RequestInit['body'] & {}

/** The client has a class of its own for forms. */
function toOutgoing(form: FormData): OutgoingForm {
  const outgoing = new OutgoingForm()
  for (const [name, value] of form) {
    if (typeof value === 'string') outgoing.append(name, value)
    else outgoing.append(name, value, value.name)
  }
  return outgoing
}

function redirected(request: OutgoingRequest, status: number, isSameOrigin: boolean): OutgoingRequest {
  const isRepeated = status > 303 || request.method === 'GET' || request.method === 'HEAD'
  if (isRepeated && request.body instanceof ReadableStream)
    throw new PluginError('REJECTED', { detail: 'redirected while a stream was sent' })
  const kept = [...request.headers].filter(([name]) => isSameOrigin || HARMLESS_HEADERS.includes(name))
  const headers = new Headers(kept)
  if (isRepeated) return { ...request, headers }
  headers.delete('content-type')
  headers.delete('content-length')
  return { method: 'GET', headers, body: undefined }
}

/** Notices the moment from which bytes may be on their way: a connection stands and the request is given to it. */
const noticing = (agent: Dispatcher, attempt: Attempt): Dispatcher =>
  agent.compose(
    (dispatch) => (options, handler) =>
      dispatch(options, {
        onRequestStart(...given) {
          attempt.mayHaveArrived = true
          handler.onRequestStart?.(...given)
        },
        onRequestUpgrade: (...given) => handler.onRequestUpgrade?.(...given),
        onResponseStart: (...given) => handler.onResponseStart?.(...given),
        onResponseData: (...given) => handler.onResponseData?.(...given),
        onResponseEnd: (...given) => handler.onResponseEnd?.(...given),
        onResponseError: (...given) => handler.onResponseError?.(...given),
      }),
  )
