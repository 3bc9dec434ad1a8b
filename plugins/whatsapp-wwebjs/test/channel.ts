import type { ChannelInstance, Content, InboundMessage, OutboundMessage } from '@recado/sdk'
import {
  type ChannelContextOptions,
  type ChannelTestContext,
  createChannelContext,
  hookRequest,
  outboundMessage,
} from '@recado/sdk/testing'
import { onTestFinished } from 'vitest'
import plugin from '../src/index.ts'
import { openWwebjs } from '../src/instance.ts'
import type { Timing } from '../src/timing.ts'
import { type StandInSession, startWwebjsGateway, type WwebjsGateway } from './stand-in.ts'

/** Long enough to be noticed when it matters, short enough not to be waited for. */
export const QUICK: Timing = {
  callMs: 2000,
  startMs: 2000,
  sendMs: 2000,
  fileMs: 2000,
  waitingMs: 10,
  watchMs: 15,
  qrMs: 60_000,
  restartMs: 0,
}

export const RITA = '5511911112222@c.us'
export const RITA_ADDRESS = { kind: 'phone', value: '5511911112222' }
export const GROUP = '120363012345678901@g.us'

export interface Channel extends ChannelTestContext {
  readonly gateway: WwebjsGateway
  readonly session: StandInSession
  readonly channel: ChannelInstance
  /** Connects, with a phone linked. */
  connected(): Promise<void>
  send(content: Content, more?: Partial<OutboundMessage>): ReturnType<ChannelInstance['send']>
  messages(): InboundMessage[]
}

export interface ChannelOptions extends ChannelContextOptions {
  gateway?: WwebjsGateway
  timing?: Partial<Timing>
}

/** A channel on a stand-in of its own (or a given one), whose hooks reach it; both end with the test. */
export async function openChannel(options: ChannelOptions = {}): Promise<Channel> {
  const gateway = options.gateway ?? (await startWwebjsGateway())
  const test = createChannelContext({
    locales: plugin.locales,
    egress: [gateway.url],
    ...options,
    instance: { id: 'channel:9', tenantId: 1, ...options.instance },
    settings: { url: gateway.url, ignoreGroups: false, typing: true, ...options.settings },
    secrets: { apiKey: gateway.apiKey, ...options.secrets },
  })
  const channel = openWwebjs(test.ctx, { ...QUICK, ...options.timing })
  const session = gateway.session(String(options.settings?.sessionId ?? 't1-c9'))
  gateway.deliverTo(async (hook) => (await channel.receiveHook?.(hookRequest(hook))) ?? {})
  onTestFinished(async () => {
    await channel.disconnect()
    await channel.close?.()
    test.close()
    if (!options.gateway) await gateway.close()
  })
  return {
    ...test,
    gateway,
    session,
    channel,
    async connected() {
      await channel.connect(test.ctx.signal)
      await test.reports.waitFor(({ state }) => state === 'waiting-qr')
      await session.scan()
      await test.reports.waitFor(({ state }) => state === 'connected')
    },
    send: (content, more = {}) => channel.send(outboundMessage(RITA_ADDRESS, content, more), test.ctx.signal),
    messages: () => test.inbound.items.filter((event) => event.kind === 'message'),
  }
}
