import type { IncomingMessage, ServerResponse } from 'node:http'
import type { World } from './model.ts'

/** How the file server takes the next requests. */
export interface MediaFailure {
  status: number
  left: number
}

/** WhatsApp's file servers: encrypted uploads below `/mms`, downloads by path, and the page that names the version. */
export function createFileServer(world: World, failures: MediaFailure[], version: () => number) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1')
    const body = Buffer.concat(await request.toArray())
    const failure = failures.find(({ left }) => left > 0)
    if (failure && pathname !== '/sw.js') {
      failure.left -= 1
      response.writeHead(failure.status).end()
      return
    }
    if (request.method === 'POST' && pathname.startsWith('/mms/')) {
      const path = `/v/${pathname.split('/').at(-1)}`
      world.files.set(path, body)
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ url: `https://mmg.whatsapp.net${path}`, direct_path: path }))
      return
    }
    if (pathname === '/sw.js') {
      response.end(`self.x = {\\"client_revision\\":${version()},\\"server\\":1}`)
      return
    }
    const file = world.files.get(pathname)
    response.writeHead(file ? 200 : 404).end(file ?? '')
  }
}
