import { ReadableStream } from 'node:stream/web'
import { PluginError } from '../../errors.ts'
import type { Http, HttpRequest, HttpResponse } from '../../http.ts'
import { readAll } from './media.ts'
import type { Recorder } from './recorder.ts'

const MAX_REDIRECTS = 5
/** Failures that happen before a single byte was sent: the provider cannot have accepted anything. */
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])

export interface SentRequest {
  method: string
  /** After the endpoint's name was replaced. */
  url: string
  headers: Record<string, string>
}

export interface TestHttpOptions {
  endpoints: Readonly<Record<string, string>>
  /** Origins (`http://127.0.0.1:4000`) that pass as addresses a tenant typed in. */
  egress: readonly string[]
  sent: Recorder<SentRequest>
  /** Ends every request when the instance is closed. */
  signal: AbortSignal
}

/** The host's `ctx.http` with real requests: declared endpoints and the listed origins, nothing else. */
export function createTestHttp(options: TestHttpOptions): Http {
  const allowed = [...Object.values(options.endpoints), ...options.egress].map((address) => new URL(address).origin)
  const below = allowed.filter((origin) => origin.includes('://*.')).map((origin) => origin.split('*'))

  const check = (url: URL): URL => {
    if (allowed.includes(url.origin)) return url
    if (below.some(([scheme = '', host = '']) => url.origin.startsWith(scheme) && url.origin.endsWith(host))) return url
    throw new PluginError('MISCONFIGURED', { detail: `address refused: ${url.host}` })
  }

  return {
    async request(address, init = {}) {
      const url = check(resolve(address, options.endpoints))
      for (const [name, value] of Object.entries(init.query ?? {})) {
        if (value !== undefined) url.searchParams.set(name, String(value))
      }
      const method = init.method ?? 'GET'
      const limits = [options.signal, AbortSignal.timeout(init.timeoutMs ?? 20_000)]
      const signal = AbortSignal.any(init.signal ? [...limits, init.signal] : limits)
      const headers: Record<string, string> = { ...init.headers }
      if (init.json !== undefined) headers['content-type'] ??= 'application/json'
      if (init.bodyBytes !== undefined && isStream(init.body)) headers['content-length'] = String(init.bodyBytes)
      const body = init.json === undefined ? init.body : JSON.stringify(init.json)
      options.sent.add({ method, url: url.href, headers })
      try {
        const answer = await follow(url, { method, headers, signal, ...bodyOf(body) }, check)
        return responseOf(answer, init.maxBytes ?? 10 * 1024 * 1024)
      } catch (error) {
        throw failure(error, method)
      }
    },
  }
}

function resolve(address: string, endpoints: Readonly<Record<string, string>>): URL {
  const named = /^([a-z][a-z0-9]{0,30}):(\/(?!\/).*)?$/s.exec(address)
  if (!named) {
    if (URL.canParse(address)) return new URL(address)
    throw new PluginError('MISCONFIGURED', { detail: 'not an address' })
  }
  const base = endpoints[named[1] ?? '']
  if (base === undefined) throw new PluginError('MISCONFIGURED', { detail: `no endpoint named ${named[1]}` })
  return new URL(base.replace(/\/$/, '') + (named[2] ?? ''))
}

const bodyOf = (body: HttpRequest['body']): RequestInit =>
  body === undefined ? {} : { body: body as NonNullable<RequestInit['body']>, ...(isStream(body) ? duplex : {}) }
const isStream = (body: HttpRequest['body']) => body instanceof ReadableStream
const duplex = { duplex: 'half' } as RequestInit

async function follow(url: URL, init: RequestInit, check: (url: URL) => URL): Promise<Response> {
  let target = url
  let current = init
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const answer = await fetch(target, { ...current, redirect: 'manual' })
    const location = answer.headers.get('location')
    if (answer.status < 300 || answer.status > 399 || answer.status === 304 || !location) return answer
    await answer.body?.cancel()
    target = check(new URL(location, target))
    if (answer.status < 307 && current.method !== 'HEAD') {
      const { body: _, ...withoutBody } = current
      current = { ...withoutBody, method: 'GET' }
    }
  }
  throw new PluginError('REJECTED', { detail: 'too many redirects' })
}

/** A network failure as the contract words it; after a POST was on its way nobody knows what became of it. */
function failure(error: unknown, method: string): PluginError {
  if (error instanceof PluginError) return error
  const code = ((error as { cause?: { code?: unknown } }).cause?.code ?? '') as string
  const unknown = (method === 'POST' || method === 'PATCH') && !NEVER_SENT.has(code)
  return new PluginError(unknown ? 'AMBIGUOUS' : 'TEMPORARY', { detail: code || 'no answer', cause: error })
}

function responseOf(answer: Response, maxBytes: number): HttpResponse {
  let taken = false
  const stream = (): ReadableStream<Uint8Array> => {
    taken = true
    const source = (answer.body ?? new Blob([]).stream()) as ReadableStream<Uint8Array>
    return source.pipeThrough(limit(maxBytes))
  }
  const bytes = async (): Promise<Uint8Array> => {
    if (taken) throw new TypeError('the answer was already read')
    return readAll(stream())
  }
  const text = async () => new TextDecoder().decode(await bytes())
  return {
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    stream,
    bytes,
    text,
    async json<T>() {
      try {
        return JSON.parse(await text()) as T
      } catch (error) {
        if (error instanceof PluginError) throw error
        throw new PluginError('TEMPORARY', { detail: 'the answer is not JSON', cause: error })
      }
    },
  }
}

function limit(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let size = 0
  return new TransformStream({
    transform(chunk, controller) {
      size += chunk.byteLength
      if (size > maxBytes) controller.error(new PluginError('REJECTED', { detail: 'the answer is too large' }))
      else controller.enqueue(chunk)
    },
  })
}
