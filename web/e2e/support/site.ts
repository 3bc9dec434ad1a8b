import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A customer's own site on another origin, with the one script tag of the web chat. */
export async function startSite(app: string, hookUrl: string) {
  const key = new URL(hookUrl).pathname.split('/').at(-1)
  const page = `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><title>Café Aurora</title></head>
<body><main><h1>Café Aurora</h1><p>Cafés torrados na semana.</p></main>
<script src="${app}/assets/webchat/recado.js" data-channel="${key}" async></script></body></html>`
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    /** Another site than the chat's, where browsers may refuse it any storage. */
    foreignUrl: `http://localhost:${port}`,
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}
