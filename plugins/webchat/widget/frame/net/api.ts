import type { WireErrorCode } from '../../../src/wire.ts'

/** The server said no, or could not be reached (`ERR_NETWORK`). */
export class ApiError extends Error {
  readonly code: WireErrorCode | 'ERR_NETWORK'
  readonly retryable: boolean
  readonly field: string | null

  constructor(code: WireErrorCode | 'ERR_NETWORK', retryable: boolean, field: string | null = null) {
    super(code)
    this.code = code
    this.retryable = retryable
    this.field = field
  }
}

const OUT_OF_REACH = new ApiError('ERR_NETWORK', true)

export function errorOf(status: number, text: string): ApiError {
  if (status === 413) return new ApiError('ERR_MEDIA_TOO_LARGE', false)
  try {
    const body = JSON.parse(text) as { error?: WireErrorCode; retryable?: boolean; field?: string }
    if (body.error) return new ApiError(body.error, body.retryable ?? status >= 500, body.field ?? null)
  } catch {
    // A proxy's own page: its status is all there is to know.
  }
  return status >= 500 || status === 429 ? OUT_OF_REACH : new ApiError('ERR_VALIDATION', false)
}

export interface Request {
  token?: string
  json?: unknown
  signal?: AbortSignal
}

/** A call below the hook. The frame stands at `/hooks/:key/frame`, so paths are relative to it. */
export async function call<T>(method: 'GET' | 'POST', path: string, { token, json, signal }: Request = {}): Promise<T> {
  const headers: Record<string, string> = {}
  if (token) headers.authorization = `Bearer ${token}`
  if (json !== undefined) headers['content-type'] = 'application/json'
  const init: RequestInit = { method, headers, credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer' }
  if (json !== undefined) init.body = JSON.stringify(json)
  if (signal) init.signal = signal
  const response = await fetch(path, init).catch(() => null)
  if (!response) throw OUT_OF_REACH
  const text = await response.text().catch(() => null)
  if (text === null) throw OUT_OF_REACH
  if (!response.ok) throw errorOf(response.status, text)
  return (text ? JSON.parse(text) : null) as T
}

/** Sends a file's bytes; `fetch` tells nothing of the way up, hence XMLHttpRequest. */
export function upload<T>(path: string, file: File, token: string, onProgress: (share: number) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', path)
    request.setRequestHeader('authorization', `Bearer ${token}`)
    request.setRequestHeader('content-type', file.type || 'application/octet-stream')
    request.setRequestHeader('x-file-name', encodeURIComponent(file.name))
    request.upload.onprogress = (event) => onProgress(event.lengthComputable ? event.loaded / event.total : 0)
    request.onerror = () => reject(OUT_OF_REACH)
    request.onload = () => {
      if (request.status === 200) resolve(JSON.parse(request.responseText) as T)
      else reject(errorOf(request.status, request.responseText))
    }
    request.send(file)
  })
}
