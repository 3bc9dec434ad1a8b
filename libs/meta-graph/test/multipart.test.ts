import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { ReadableStream } from 'node:stream/web'
import { createTestContext } from '@recado/sdk/testing'
import { expect, it, onTestFinished } from 'vitest'
import { fileNameOf, multipart } from '../src/index.ts'

const MB = 1024 * 1024

it('is a form as servers read it, of the length that it says', async () => {
  const stream = new Blob(['conteúdo']).stream() as ReadableStream<Uint8Array>
  const file = { field: 'file', fileName: 'maçã.pdf', mimeType: 'application/pdf', size: 9, stream }
  const { body, bodyBytes, headers } = multipart({ messaging_product: 'whatsapp', type: 'application/pdf' }, file)
  const bytes = await buffer(body as ReadableStream<Uint8Array>)
  expect(bytes.byteLength).toBe(bodyBytes)
  const form = await new Response(bytes, { headers }).formData()
  expect(form.get('messaging_product')).toBe('whatsapp')
  const read = form.get('file')
  if (!(read instanceof File)) throw new Error('no file')
  expect([read.name, read.type, await read.text()]).toEqual(['maçã.pdf', 'application/pdf', 'conteúdo'])
})

it('of a hundred megabytes is read no faster than it is taken', async () => {
  let received = 0
  let length: string | undefined
  const server = createServer(async (request, response) => {
    length = request.headers['content-length']
    for await (const chunk of request) {
      received += chunk.length
      await new Promise((done) => setImmediate(done))
    }
    response.end('{}')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const { ctx } = createTestContext({ endpoints: { graph: `http://127.0.0.1:${port}` } })

  const size = 100 * MB
  const piece = MB / 4
  let read = 0
  let ahead = 0
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      ahead = Math.max(ahead, read - received)
      if (read === size) return controller.close()
      read += piece
      controller.enqueue(new Uint8Array(piece))
    },
  })
  const form = multipart({}, { field: 'file', fileName: 'manual.pdf', mimeType: 'application/pdf', size, stream })
  await ctx.http.request('graph:/media', { method: 'POST', ...form })
  expect([received, length]).toEqual([form.bodyBytes, String(form.bodyBytes)])
  // what the two ends of the connection hold
  expect(ahead).toBeLessThan(32 * MB)
})

it('a name for a file breaks out of nothing, and is never empty', () => {
  expect(fileNameOf({ fileName: 'a"b\r\nc/d.pdf', mimeType: 'application/pdf' })).toBe('a_b__c_d.pdf')
  expect(fileNameOf({ fileName: null, mimeType: 'audio/ogg; codecs=opus' })).toBe('file.ogg')
})
