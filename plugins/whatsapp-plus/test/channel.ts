import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type ChannelInstance,
  type Content,
  InboundEvent,
  type InboundMessage,
  type OutboundMessage,
} from '@recado/sdk'
import {
  type ChannelContextOptions,
  type ChannelTestContext,
  createChannelContext,
  hookRequest,
  outboundMessage,
} from '@recado/sdk/testing'
import { Value } from 'typebox/value'
import { expect, onTestFinished } from 'vitest'
import type { Vendor } from '../src/drivers/driver.ts'
import plugin from '../src/index.ts'
import { openPlus } from '../src/instance.ts'
import type { Timing } from '../src/timing.ts'
import { INSTANCE, type Person, type StandInGateway, startEvolution, startUazapi, startWuzapi } from './stand-in.ts'

export const SECRET = 'secret-of-the-webhook'
export const RITA = { phone: '5511911112222', lid: '777000111222333', name: 'Rita' } satisfies Person
export const TO_RITA = { kind: 'phone', value: RITA.phone }
export const TEAM = { id: '120363012345678901@g.us', name: 'Equipe', members: [{ ...RITA, isAdmin: true }] }
export const TO_TEAM = { kind: 'wa-group', value: '120363012345678901' }

/** Long enough to be noticed when it matters, short enough not to be waited for. */
export const QUICK: Timing = {
  callMs: 2000,
  fileMs: 3000,
  pairingPollMs: 10,
  qrMs: 120_000,
  codeMs: 300_000,
  healthMs: 15,
}

export const START = { uazapi: startUazapi, wuzapi: startWuzapi, evolution: startEvolution }
export const ALL = ['uazapi', 'wuzapi', 'evolution'] as const

export interface Channel extends ChannelTestContext {
  readonly gateway: StandInGateway
  readonly channel: ChannelInstance
  send(content: Content, more?: Partial<OutboundMessage>): ReturnType<ChannelInstance['send']>
  messages(): InboundMessage[]
  /** Events of a kind, in order. */
  of<K extends InboundEvent['kind']>(kind: K): Extract<InboundEvent, { kind: K }>[]
}

export interface ChannelOptions extends ChannelContextOptions {
  gateway?: StandInGateway
  timing?: Partial<Timing>
}

/** A channel on a stand-in of its own (or a given one) with Rita in it; both end with the test. */
export async function openChannel(vendor: Vendor, options: ChannelOptions = {}): Promise<Channel> {
  const gateway = options.gateway ?? (await START[vendor]())
  if (!options.gateway) {
    gateway.addPerson(RITA)
    gateway.addGroup(TEAM)
  }
  const test = createChannelContext({
    locales: plugin.locales,
    endpoints: { pictures: gateway.url },
    egress: [gateway.url],
    ...options,
    settings: {
      gateway: vendor,
      serverUrl: `${gateway.url}/`,
      pairing: 'qr',
      ignoreGroups: false,
      readMarks: true,
      typing: true,
      rejectCalls: false,
      ...(vendor === 'evolution' ? { instanceName: INSTANCE } : {}),
      ...options.settings,
    },
    secrets: options.secrets ?? { token: gateway.token, webhookSecret: SECRET },
  })
  const channel = openPlus(test.ctx, { ...QUICK, ...options.timing })
  onTestFinished(async () => {
    await channel.disconnect()
    await channel.close?.()
    test.close()
    if (!options.gateway) await gateway.close()
    expect(test.inbound.items.filter((event) => !Value.Check(InboundEvent, event))).toEqual([])
    expect([...test.missingTexts]).toEqual([])
  })
  return {
    ...test,
    gateway,
    channel,
    send: (content, more = {}) => channel.send(outboundMessage(TO_RITA, content, more), test.ctx.signal),
    messages: () => test.inbound.items.filter((event) => event.kind === 'message'),
    of: <K extends InboundEvent['kind']>(kind: K) =>
      test.inbound.items.filter((event): event is Extract<InboundEvent, { kind: K }> => event.kind === kind),
  }
}

/** Connects, and publishes the installation: what the gateway calls reaches the channel as the host does it. */
export async function connected(vendor: Vendor, options: ChannelOptions = {}): Promise<Channel> {
  const opened = await openChannel(vendor, options)
  await publish(opened)
  await opened.channel.connect(opened.ctx.signal)
  await opened.reports.waitFor(({ state }) => state === 'connected')
  return opened
}

export async function publish({ channel, gateway }: Channel): Promise<void> {
  const server = createServer(async (incoming, outgoing) => {
    const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]))
    const body = Buffer.concat(await incoming.toArray())
    const path = (incoming.url ?? '/').replace(/^\/hooks\/[^/]+/, '')
    const reply = channel.receiveHook?.(hookRequest({ headers, body, path, method: incoming.method ?? 'POST' }))
    const { status = 200 } = (await reply?.catch(() => ({ status: 503 }))) ?? {}
    outgoing.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  gateway.deliverTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}
