import type { IncomingMessage } from 'node:http'
import type { UploadedFile } from './model.ts'
import { Problem } from './problem.ts'

const UPLOAD_BYTES = 50 * 1024 * 1024

export interface Parsed {
  params: Record<string, unknown>
  files: Record<string, UploadedFile>
}

/** The parameters of a call from JSON, a form or a multipart body; files by the field that they are for. */
export async function readCall(incoming: IncomingMessage, query: URLSearchParams): Promise<Parsed> {
  const body = Buffer.concat(await incoming.toArray())
  const type = incoming.headers['content-type'] ?? ''
  const fromQuery = Object.fromEntries(query)
  if (body.byteLength > UPLOAD_BYTES) throw new Problem(413, 'Request Entity Too Large')
  if (body.byteLength === 0) return { params: fromQuery, files: {} }
  if (type.startsWith('application/json')) {
    return { params: { ...fromQuery, ...(JSON.parse(body.toString()) as object) }, files: {} }
  }
  const form = await new Response(body, { headers: { 'content-type': type } }).formData()
  const params: Record<string, unknown> = { ...fromQuery }
  const files: Record<string, UploadedFile> = {}
  for (const [name, value] of form) {
    if (typeof value === 'string') params[name] = value
    else files[name] = { fileName: value.name, bytes: new Uint8Array(await value.arrayBuffer()) }
  }
  return { params, files }
}

/** A parameter that is an object: as such in JSON, as text in a form. */
export function objectParam(value: unknown): Record<string, unknown> | undefined {
  const object: unknown = typeof value === 'string' ? JSON.parse(value) : value
  return object !== null && typeof object === 'object' ? (object as Record<string, unknown>) : undefined
}
