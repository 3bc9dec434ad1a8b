import type { HttpRequest } from '@recado/sdk'
import type { Endpoint } from './endpoints.ts'
import { EgressRefused } from './policy.ts'

export interface OutgoingRequest {
  method: string
  headers: Headers
  body: Uint8Array | string | ReadableStream | FormData | undefined
}

/** Belong to the connection, or would let a caller pretend to be somebody else to a server behind a proxy (T-16). */
const OWN_HEADERS =
  /^(host|connection|content-length|expect|keep-alive|te|trailer|transfer-encoding|upgrade|proxy-.*|forwarded|x-forwarded-.*|x-real-ip)$/

export interface Address {
  url: URL
  /** Said by an endpoint's name, which no tenant can do. */
  isNamed: boolean
}

/** `name:/path` below an endpoint, or a whole address. @throws EgressRefused */
export function resolveAddress(
  address: string,
  endpoints: Readonly<Record<string, Endpoint>>,
  query: HttpRequest['query'] = {},
): Address {
  const [, name, path = ''] = /^([a-z][a-z0-9]{0,30}):(\/(?!\/).*)?$/s.exec(address) ?? []
  const endpoint = name === undefined ? undefined : endpoints[name]
  if (name !== undefined && !endpoint) throw new EgressRefused(`no endpoint named ${name}`)
  const whole = endpoint ? endpoint.base + path : address
  if (!URL.canParse(whole)) throw new EgressRefused('not a web address')
  const url = new URL(whole)
  for (const [key, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(key, String(value))
  url.hash = ''
  return { url, isNamed: endpoint !== undefined }
}

/** @throws EgressRefused when a header cannot be sent */
export function toRequest({
  method = 'GET',
  headers: given = {},
  json,
  body,
  bodyBytes,
}: HttpRequest): OutgoingRequest {
  const headers = new Headers()
  try {
    for (const [name, value] of Object.entries(given))
      if (!OWN_HEADERS.test(name.toLowerCase())) headers.set(name, value)
  } catch (cause) {
    throw new EgressRefused('a header is not valid', { cause })
  }
  if (!headers.has('user-agent')) headers.set('user-agent', 'recado')
  if (bodyBytes !== undefined && body instanceof ReadableStream) headers.set('content-length', String(bodyBytes))
  if (json === undefined) return { method, headers, body }
  if (!headers.has('content-type')) headers.set('content-type', 'application/json')
  return { method, headers, body: JSON.stringify(json) }
}
