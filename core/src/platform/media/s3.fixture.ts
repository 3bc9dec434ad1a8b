import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

/**
 * The part of S3's REST interface that the store uses, in memory: PutObject, multipart upload, GetObject with a range,
 * HeadObject, DeleteObject (AWS API reference, "Amazon S3 REST API").
 */
export async function startS3() {
  const objects = new Map<string, { body: Buffer; type: string }>()
  const uploads = new Map<string, { key: string; type: string; parts: Map<number, Buffer> }>()
  const calls: string[] = []
  let failing: ((call: string) => boolean) | null = null

  const xml = (response: ServerResponse, status: number, body: string) =>
    response.writeHead(status, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>${body}`)
  const noKey = (response: ServerResponse) => xml(response, 404, '<Error><Code>NoSuchKey</Code></Error>')

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '', 'http://s3')
    const key = decodeURIComponent(url.pathname)
    const uploadId = url.searchParams.get('uploadId')
    const type = request.headers['content-type'] ?? ''
    const body = await buffer(request)
    const call = `${request.method}${url.searchParams.has('uploads') ? ' start' : uploadId ? ' part' : ''}`
    calls.push(call)
    if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=reader/'))
      return xml(response, 403, '<Error><Code>AccessDenied</Code></Error>')
    if (failing?.(call)) return xml(response, 400, '<Error><Code>InvalidRequest</Code></Error>')
    const etag = `"${createHash('md5').update(body).digest('hex')}"`
    if (call === 'POST start') {
      const id = `upload-${uploads.size + 1}`
      uploads.set(id, { key, type, parts: new Map() })
      return xml(
        response,
        200,
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      )
    }
    const upload = uploadId === null ? undefined : uploads.get(uploadId)
    if (upload && request.method === 'PUT') {
      upload.parts.set(Number(url.searchParams.get('partNumber')), body)
      return response.writeHead(200, { etag }).end()
    }
    if (upload && uploadId !== null) {
      uploads.delete(uploadId)
      if (request.method === 'DELETE') return response.writeHead(204).end()
      const parts = [...upload.parts].sort(([a], [b]) => a - b).map(([, part]) => part)
      objects.set(key, { body: Buffer.concat(parts), type: upload.type })
      return xml(response, 200, `<CompleteMultipartUploadResult><ETag>${etag}</ETag></CompleteMultipartUploadResult>`)
    }
    if (request.method === 'PUT') {
      objects.set(key, { body, type })
      return response.writeHead(200, { etag }).end()
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return response.writeHead(204).end()
    }
    const object = objects.get(key)
    if (!object) return request.method === 'HEAD' ? response.writeHead(404).end() : noKey(response)
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    const part = first === undefined ? object.body : object.body.subarray(Number(first), Number(last) + 1)
    response.writeHead(first === undefined ? 200 : 206, { 'content-length': part.length, 'content-type': object.type })
    return response.end(request.method === 'HEAD' ? undefined : part)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    endpoint: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    objects,
    /** Begun and neither finished nor taken back. */
    uploads,
    calls,
    failWhen: (test: typeof failing) => {
      failing = test
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
