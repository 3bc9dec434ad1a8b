import type { RouteSpec } from '@recado/core/contract'
import { MESSAGE_TIMEOUT } from '../constants.ts'
import { session } from '../session/session.ts'
import { HttpError, readErrorBody } from './errors.ts'
import { httpHandlers } from './handlers.ts'
import { refreshSession } from './refresh.ts'
import type { Answer } from './types.ts'
import { urlOf } from './url.ts'

export interface UploadOptions {
  params?: object
  query?: object
  /** Plain fields of the form; objects travel as JSON text, absent ones not at all. */
  fields?: Record<string, unknown>
  files: Record<string, File | Blob | (File | Blob)[]>
  /** 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
  timeoutMs?: number
}

/** Calls a multipart route with progress. Same errors and refresh as `call`. */
export async function upload<Route extends RouteSpec>(route: Route, options: UploadOptions): Promise<Answer<Route>> {
  const token = session.token
  try {
    return (await post(route, options, token)) as Answer<Route>
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    if (error.status === 403 && error.code === 'ERR_SESSION_EXPIRED') {
      await refreshSession(token)
      return (await post(route, options, session.token)) as Answer<Route>
    }
    if (error.status === 401) httpHandlers.sessionLost(error)
    if (error.status === 402) httpHandlers.planExpired(error)
    throw error
  }
}

function formOf({ fields = {}, files }: UploadOptions): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue
    form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  for (const [name, given] of Object.entries(files)) {
    for (const file of Array.isArray(given) ? given : [given]) {
      form.append(name, file, file instanceof File ? file.name : name)
    }
  }
  return form
}

/** `fetch` cannot tell upload progress, so this one is an XMLHttpRequest. */
function post(route: RouteSpec, options: UploadOptions, token: string | null): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const request = new XMLHttpRequest()
  const failed = (code: 'ERR_OFFLINE' | 'ERR_CLIENT_TIMEOUT' | 'ERR_ABORTED') =>
    reject(new HttpError({ status: 0, code, message: '' }))
  request.open(route.method, urlOf(route.path, options.params, options.query))
  request.timeout = options.timeoutMs ?? MESSAGE_TIMEOUT
  request.setRequestHeader('accept-language', httpHandlers.language())
  if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
  request.upload.onprogress = (event) => {
    if (event.lengthComputable) options.onProgress?.(event.loaded / event.total)
  }
  request.onload = () => {
    const body = readJson(request.responseText)
    if (request.status >= 200 && request.status < 300) resolve(body)
    else reject(readErrorBody(request.status, body))
  }
  request.onerror = () => failed('ERR_OFFLINE')
  request.ontimeout = () => failed('ERR_CLIENT_TIMEOUT')
  request.onabort = () => failed('ERR_ABORTED')
  options.signal?.addEventListener('abort', () => request.abort(), { once: true })
  request.send(formOf(options))
  return promise
}

function readJson(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return text
  }
}
