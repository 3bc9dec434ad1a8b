import type { Readable } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors/app-error.ts'
import type { Check } from './check.ts'
import type { RouteSpec } from './contract.ts'
import { cleanDeep } from './text.ts'

export interface UploadedFile {
  field: string
  fileName: string
  /** As the client claims; the store looks at the bytes. */
  mimeType: string
  stream: Readable
}

const FIELD_BYTES = 256 * 1024

/**
 * A form with files, read as it arrives: files are streamed one after the other to whoever iterates, fields gather in
 * `body`, which is checked when everything has been read (at once when there is no file).
 * @throws AppError ERR_MEDIA_TOO_LARGE, ERR_VALIDATION
 */
export async function readMultipart(request: FastifyRequest, spec: RouteSpec, checkBody: Check) {
  const limits = typeof spec.multipart === 'object' ? spec.multipart : { maxFiles: 1, maxBytes: 25 * 1024 * 1024 }
  const parts = request.parts({
    limits: { files: limits.maxFiles, fileSize: limits.maxBytes, fields: 100, fieldSize: FIELD_BYTES, parts: 200 },
  })
  const body: Record<string, unknown> = {}
  const finish = () => {
    const checked = checkBody(cleanDeep({ ...body }))
    for (const name of Object.keys(body)) delete body[name]
    Object.assign(body, checked)
  }

  const nextFile = async (): Promise<MultipartFile | null> => {
    for (;;) {
      const step = await parts.next()
      if (step.done) return null
      const part = step.value
      // the types promise a name, but a part may come without one
      if (!part.fieldname) throw new AppError('ERR_VALIDATION', { params: { in: 'body', field: '', rule: 'form' } })
      if (part.type === 'file') return part
      const name = part.fieldname.replace(/\[\]$/, '')
      body[name] = name in body ? [body[name], part.value].flat() : part.value
    }
  }

  const first = await nextFile()
  if (first === null) finish()

  async function* files(): AsyncGenerator<UploadedFile> {
    for (let part = first; part !== null; part = await nextFile()) {
      yield { field: part.fieldname, fileName: part.filename, mimeType: part.mimetype, stream: part.file }
      if (part.file.truncated) throw new AppError('ERR_MEDIA_TOO_LARGE', { params: { maxBytes: limits.maxBytes } })
      // what the handler did not want still has to pass, or the next part never comes
      part.file.resume()
    }
    if (first !== null) finish()
  }
  return { body, files: files() }
}
