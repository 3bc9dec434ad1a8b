import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import { trustOurRoot } from './server/certificate.ts'
import { type Connection, type ConnectionEvents, serve } from './server/connection.ts'
import { createPerson } from './server/person.ts'
import { createService, createWorld, type Service } from './server/service.ts'

export interface Phones {
  /** `http://127.0.0.1:<port>`: the endpoint `web` of all of them. */
  readonly url: string
  /** The phone whose code this is scans it. */
  scan(qr: string): void
  /** Connections that are logged in, phone by phone. */
  online(): number[]
  /** Logins so far, the linking not counted, phone by phone. */
  logins(): number[]
  close(): Promise<void>
}

/** WhatsApp on loopback with many accounts behind one address; a new device belongs to the first phone without one. */
export async function startPhones(count: number): Promise<Phones> {
  trustOurRoot()
  const worlds = Array.from({ length: count }, (_, index) => {
    const owner = createPerson({ phone: `551130${String(100_000 + index)}`, lid: `88800011122${1000 + index}` })
    return { ...createWorld(), owner }
  })
  const services = worlds.map(createService)
  const homes = new Map<Connection, Service>()

  const homeOf = (username: string, isNew: boolean): Service | undefined => {
    if (!isNew) return services[worlds.findIndex(({ owner }) => owner.phone === username)]
    // a device that asks for codes anew, before anybody scanned one, must not use up another phone
    const taken = new Set(homes.values())
    return services.find((service, index) => worlds[index]?.devices.length === 0 && !taken.has(service))
  }
  const events: ConnectionEvents = {
    onLogin(connection, payload) {
      const service = homeOf(String(payload.username ?? ''), Boolean(payload.devicePairingData))
      if (!service) return connection.drop()
      homes.set(connection, service)
      service.onLogin(connection, payload)
    },
    onStanza: async (connection, stanza) => homes.get(connection)?.onStanza(connection, stanza),
    onClose(connection) {
      homes.get(connection)?.onClose(connection)
      homes.delete(connection)
    },
  }
  const server = createServer((_, response) => void response.writeHead(404).end())
  const sockets = new WebSocketServer({ server, path: '/ws/chat' })
  sockets.on('connection', (socket) => serve(socket, events))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    scan(qr) {
      const found = services.find((service) => service.shows(qr))
      if (!found) throw new Error('nobody shows this QR code')
      found.scan(qr)
    },
    online: () => services.map(({ online }) => online.size),
    logins: () => worlds.map(({ logins }) => logins.items.filter((one) => one === 'login').length),
    async close() {
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
