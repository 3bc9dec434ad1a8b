import { randomUUID, webcrypto } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { TestDatabase } from '../../../test/database.ts'
import { makeCompany } from '../../../test/factories.ts'
import { createTestClock } from '../../../test/harness.ts'
import { createKeys } from '../../platform/crypto/keys.ts'
import { createVault } from '../../platform/crypto/vault.ts'
import { createEgress, createPolicy } from '../../platform/egress/index.ts'
import type { StoredEvent } from '../../platform/events/types.ts'
import { silentLog } from '../../platform/logger.ts'
import type { WebhookPayload } from './schemas.ts'
import { createWebhooks } from './webhooks.ts'

export interface Received {
  headers: IncomingHttpHeaders
  raw: string
  body: WebhookPayload
}

type Answer = (received: Received, response: ServerResponse, count: number) => void

/** A company's server: notes what comes and answers as told. */
export async function startReceiver(answer: Answer = (_, response) => void response.end('ok')) {
  const received: Received[] = []
  const behaviour = { answer }
  const server = createServer(async (request, response) => {
    const raw = (await buffer(request)).toString()
    const one = { headers: request.headers, raw, body: JSON.parse(raw) as WebhookPayload }
    received.push(one)
    behaviour.answer(one, response, received.length)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return {
    received,
    port,
    url: `http://127.0.0.1:${port}/hook`,
    answers(next: Answer) {
      behaviour.answer = next
    },
    status: (code: number) => {
      behaviour.answer = (_, response) => void response.writeHead(code).end(`says ${code}`)
    },
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>

/** As a receiver would, with another implementation than ours. @returns epoch seconds, or null for a wrong signature */
export async function verify(secret: string, { headers, raw }: Pick<Received, 'headers' | 'raw'>) {
  const parts = String(headers['x-recado-signature'])
    .split(',')
    .map((part) => part.split('='))
  const time = parts.find(([name]) => name === 't')?.[1] ?? ''
  const bytes = (text: string) => new TextEncoder().encode(text)
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await webcrypto.subtle.importKey('raw', bytes(secret), algorithm, false, ['verify'])
  for (const [name, hex = ''] of parts) {
    const isRight = await webcrypto.subtle.verify('HMAC', key, Buffer.from(hex, 'hex'), bytes(`${time}.${raw}`))
    if (name === 'v1' && isRight) return Number(time)
  }
  return null
}

const ALL = [
  'ticket.created.automatic',
  'ticket.created.manual',
  'ticket.transferred',
  'ticket.closed',
  'message.received',
  'message.sent',
] as const

/** The module on a real database, with a company whose webhook leads to `url`; jobs are noted instead of run. */
export async function startWebhooks(db: TestDatabase, url: string, allow = new URL(url).host) {
  const clock = createTestClock()
  const egress = createEgress({ policy: createPolicy({ allow }), log: silentLog })
  const kicks: { tenantId: number; channelId: number; at: number | null }[] = []
  const webhooks = createWebhooks({
    db,
    clock,
    egress,
    log: silentLog,
    vault: createVault({ db, keys: createKeys(Buffer.alloc(32, 7).toString('base64')) }),
    publicUrl: 'https://recado.test',
    fileUrl: (_tenantId, id) => `/files/${id}`,
    signedUrl: (_tenantId, id) => `/files/${id}`,
    jobs: {
      async send(_job, data, options) {
        const key = data as { tenantId: number; channelId: number }
        kicks.push({ ...key, at: options?.startAfter?.getTime() ?? null })
      },
    },
  })
  const company = await makeCompany(db)
  const { scope } = await company.user('admin')
  const channelId = await company.channel()
  const { secret } = await webhooks.save(scope, channelId, { url, enabled: true, events: [...ALL] })
  const { tenantId } = scope
  let eventIds = 0

  const self = {
    webhooks,
    company,
    scope,
    channelId,
    clock,
    kicks,
    secret: secret ?? '',
    fact: (name: string, payload: Record<string, unknown>, id = String(++eventIds)): StoredEvent => ({
      id,
      tenantId,
      name,
      payload,
      createdAt: new Date(clock.now()),
    }),
    collect: (...facts: StoredEvent[]) => webhooks.work.collector.handle(facts, new AbortController().signal),
    run: () => webhooks.work.worker.run({ tenantId, channelId }, new AbortController().signal),
    /** A message of a ticket, told. */
    async message(ticketId: number, seq: number, fromMe = false): Promise<string> {
      const id = await company.message(ticketId, seq, fromMe)
      await self.collect(self.fact(fromMe ? 'message.sent' : 'message.received', { ticketId, messageId: id, seq }))
      return id
    },
    ticket: () => company.ticket({ channelId, protocol: randomUUID() }),
    log: async (query: { before?: string; failed?: boolean; pageSize?: number } = {}) =>
      (await webhooks.deliveries(scope, channelId, query)).deliveries,
    state: () => webhooks.get(scope, channelId),
    close: () => egress.close(),
  }
  return self
}

export type TestWebhooks = Awaited<ReturnType<typeof startWebhooks>>
