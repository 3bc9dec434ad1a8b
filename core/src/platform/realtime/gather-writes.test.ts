import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { afterAll, describe, expect, it } from 'vitest'
import { gatherWrites } from './gather-writes.ts'

const server = createServer()
const stop = gatherWrites(server, '/live')
afterAll(() => {
  stop()
  server.close()
})

/** The server's side of an upgraded connection, and what reaches the other side. */
async function upgraded(path: string) {
  const { port } = server.address() as AddressInfo
  const client = connect(port, '127.0.0.1')
  const chunks: string[] = []
  client.on('data', (chunk) => chunks.push(String(chunk)))
  const upgrade = once(server, 'upgrade')
  client.write(`GET ${path} HTTP/1.1\r\nhost: here\r\nconnection: upgrade\r\nupgrade: test\r\n\r\n`)
  const [, socket] = (await upgrade) as [unknown, Duplex & { bytesWritten: number }]
  return { client, socket, chunks }
}

describe('writes of one turn', () => {
  it('leave together, in order, and each is told when it has left', async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { client, socket, chunks } = await upgraded('/live/?x=1')
    const left: number[] = []
    const writes = [1, 2, 3].map(
      (n) =>
        new Promise<void>((done) =>
          socket.write(`${n};`, () => {
            left.push(n)
            done()
          }),
        ),
    )
    expect(socket.writableCorked).toBe(1)
    await Promise.all(writes)
    expect(socket.writableCorked).toBe(0)
    expect(left).toEqual([1, 2, 3])
    socket.end('4;')
    await once(client, 'close')
    expect(chunks.join('')).toBe('1;2;3;4;')
  })

  it('of other upgrades are left alone', async () => {
    const { client, socket } = await upgraded('/hooks/key/socket')
    socket.write('1;')
    expect(socket.writableCorked).toBe(0)
    client.destroy()
    socket.destroy()
  })
})
