import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { buffer } from 'node:stream/consumers'

export interface Seen {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

export interface StandIn {
  port: number
  url: string
  seen: Seen[]
  server: Server
  close(): Promise<void>
}

/** A web server on loopback that notes every request before it answers. */
export async function startStandIn(answer: RequestListener, { host = '127.0.0.1', port = 0 } = {}): Promise<StandIn> {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    const body = (await buffer(request)).toString()
    seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  const address = server.address()
  const actual = typeof address === 'object' && address ? address.port : 0
  return {
    port: actual,
    url: `http://${host}:${actual}`,
    seen,
    server,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
