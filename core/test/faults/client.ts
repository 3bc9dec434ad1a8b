import { randomUUID } from 'node:crypto'
import { PASSWORD } from '../app.ts'
import { inboundText, newPhone, pushEvents } from '../rich-company.ts'
import { ask } from '../routes.ts'
import { OPERATOR } from './program.ts'

export interface RemoteCompany {
  tenantId: number
  token: string
  call<T>(method: string, path: string, json?: unknown, token?: string): Promise<T>
  /** Signed-in agents. */
  agents(count: number): Promise<{ id: number; token: string }[]>
  /** Connected; `scan` is given each QR code that is shown meanwhile. */
  channel(type: string, settings?: object, scan?: (qr: string) => void): Promise<{ id: number; hookUrl: string }>
  /** So many conversations on a channel, accepted by the agents in turn. */
  conversations(hookUrl: string, agents: { id: number; token: string }[], count: number): Promise<Conversation[]>
  /** The waiting conversations of people with these names, accepted by the agents in turn. */
  takeOn(names: string[], agents: { id: number; token: string }[]): Promise<Conversation[]>
}

export interface Conversation {
  ticketId: number
  /** Name or phone. */
  customer: string
  /** Of the agent whose it is. */
  token: string
}

/** A company on a program that may live in another process. */
export async function makeRemoteCompany(url: string): Promise<RemoteCompany> {
  const call = async <T>(method: string, path: string, json?: unknown, token?: string): Promise<T> => {
    const { status, body, text } = await ask(url, method, path, {
      ...(json === undefined ? {} : { json }),
      ...(token ? { token } : {}),
    })
    if (status !== 200) throw new Error(`${method} ${path} answered ${status}: ${text.slice(0, 300)}`)
    return body as T
  }
  const login = (email: string) =>
    call<{ token: string; userId: number }>('POST', '/auth/login', { email, password: PASSWORD })

  const operator = await login(OPERATOR.email)
  const email = `admin-${randomUUID()}@recado.test`
  const company = { name: 'Empresa', maxUsers: 100, maxConnections: 100 }
  const user = { name: 'Zuleica Prado', email, password: PASSWORD }
  const { id: tenantId } = await call<{ id: number }>('POST', '/admin/tenants', { ...company, user }, operator.token)
  const { token } = await login(email)

  const takeOn: RemoteCompany['takeOn'] = async (names, agents) => {
    const path = '/tickets?status[]=pending&pageSize=100&showAll=true'
    const waiting = await eventually(async () => {
      const { tickets } = await call<{ tickets: { id: number; name: string }[] }>('GET', path, undefined, token)
      const byName = new Map(tickets.map(({ id, name }) => [name, id]))
      return names.every((name) => byName.has(name)) ? byName : null
    })
    return Promise.all(
      names.map(async (customer, index) => {
        const ticketId = waiting.get(customer) ?? 0
        const agent = agents[index % agents.length] ?? { id: 0, token: '' }
        await call('PUT', `/tickets/${ticketId}`, { status: 'open', userId: agent.id }, agent.token)
        return { ticketId, customer, token: agent.token }
      }),
    )
  }

  return {
    tenantId,
    token,
    call,
    takeOn,
    async agents(count) {
      const made: { id: number; token: string }[] = []
      for (let index = 0; index < count; index++) {
        const address = `agente-${randomUUID()}@recado.test`
        const person = { name: 'Benedito Luz', email: address, password: PASSWORD, profile: 'user' }
        const { id } = await call<{ id: number }>('POST', '/users', person, token)
        made.push({ id, token: (await login(address)).token })
      }
      return made
    },
    async channel(type, settings = {}, scan = () => undefined) {
      const name = `Canal ${randomUUID().slice(0, 8)}`
      const { id } = await call<{ id: number }>('POST', '/whatsapp', { name, type, settings }, token)
      await call('POST', `/whatsappsession/${id}`, {}, token)
      let scanned = ''
      return eventually(async () => {
        const path = `/whatsapp/${id}`
        const channel = await call<{ id: number; state: string; hookUrl: string; qrcode: string | null }>(
          'GET',
          path,
          undefined,
          token,
        )
        if (channel.qrcode && channel.qrcode !== scanned) {
          scanned = channel.qrcode
          scan(scanned)
        }
        return channel.state === 'connected' ? channel : null
      }, 20_000)
    },
    async conversations(hookUrl, agents, count) {
      const customers = Array.from({ length: count }, newPhone)
      await pushEvents(
        hookUrl,
        customers.map((customer) => inboundText(customer, `Cliente ${customer}`, 'oi')),
      )
      const taken = await takeOn(
        customers.map((customer) => `Cliente ${customer}`),
        agents,
      )
      return taken.map((one, index) => ({ ...one, customer: customers[index] ?? '' }))
    },
  }
}

/** Sends a message until it is accepted, under the same id, as the browser does when its connection breaks. */
export async function sendUntilAccepted(url: string, to: Conversation, body: string): Promise<string> {
  const id = randomUUID()
  for (;;) {
    const answer = await ask(url, 'POST', `/messages/${to.ticketId}`, { token: to.token, json: { id, body } }).catch(
      () => null,
    )
    if (answer?.status === 200) return id
    if (answer && answer.status < 500)
      throw new Error(`sending answered ${answer.status}: ${answer.text.slice(0, 300)}`)
    await new Promise((done) => setTimeout(done, 50))
  }
}

/** Waits for a state as `until` does, for things that take their time: leases run out, backoffs pass. */
export async function eventually<T>(
  look: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  timeoutMs = 60_000,
  pauseMs = 100,
): Promise<T> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const found = await look()
    if (found) return found
    if (Date.now() > deadline) throw new Error(`waited too long for: ${look}`)
    await new Promise((done) => setTimeout(done, pauseMs))
  }
}
