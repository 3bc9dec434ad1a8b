import type { HookRequest } from '@recado/sdk'
import type { FastifyRequest } from 'fastify'

/** A request as plugins see it: names in lower case, one value each, the raw bytes. */
export function hookRequest(request: FastifyRequest, path: string, signal: AbortSignal): HookRequest {
  return {
    method: request.method,
    path,
    query: queryOf(request.url),
    headers: headersOf(request.headers),
    body: Buffer.isBuffer(request.body) ? request.body : new Uint8Array(),
    ip: request.ip,
    signal,
  }
}

export function queryOf(url: string): Record<string, string> {
  const at = url.indexOf('?')
  return at < 0 ? {} : Object.fromEntries(new URLSearchParams(url.slice(at + 1)))
}

export const headersOf = (headers: FastifyRequest['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  )

/** What follows the key, as it was sent: signatures may cover it. */
export function pathBehind(url: string, prefix: string): string {
  const path = url.split('?', 1)[0] ?? ''
  const rest = path.slice(path.indexOf(prefix) + prefix.length)
  return rest === '' ? '/' : rest
}
