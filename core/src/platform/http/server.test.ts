import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { createLogger } from '../logger.ts'
import { createServer } from './server.ts'

it('closes although somebody does not read what they asked for', async () => {
  const log = createLogger({ level: 'silent', name: 'test' })
  const app = await createServer({ log, trustProxy: false, corsOrigins: [], isSecure: false, closeMs: 50 })
  const endless = new Readable({ read: () => void endless.push(Buffer.alloc(65_536)) })
  app.get('/endless', (_request, reply) => reply.send(endless))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const reader = connect(port, '127.0.0.1')
  reader.on('error', () => undefined)
  reader.write('GET /endless HTTP/1.1\r\nHost: a\r\n\r\n')
  await once(reader, 'readable')
  const closed = once(reader, 'close')
  await app.close()
  reader.resume()
  await closed
  expect(endless.destroyed).toBe(true)
})
