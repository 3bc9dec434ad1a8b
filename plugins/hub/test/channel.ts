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
import { openHub } from '../src/instance.ts'
import { type HubStandIn, startHub, type Visitors } from './stand-in.ts'

export const PHONE = { kind: 'phone', value: '5511911112222' }
export const JOAO = { kind: 'hub', value: 'ch-77/9001' }

export interface Channel extends ChannelTestContext {
  readonly hub: HubStandIn
  readonly visitors: Visitors
  readonly channel: ChannelInstance
  send(content: Content, more?: Partial<OutboundMessage>): ReturnType<ChannelInstance['send']>
  messages(): InboundMessage[]
}

export interface ChannelOptions extends ChannelContextOptions {
  /** Id of the channel at the hub; that of WhatsApp when absent. */
  at?: string
}

/** A connected channel on a stand-in of its own, whose hooks reach it; both end with the test. */
export async function openChannel({ at = 'ch-wa', ...options }: ChannelOptions = {}): Promise<Channel> {
  const opened = await openUnconnected({ at, ...options })
  await opened.channel.connect(opened.ctx.signal)
  return opened
}

export async function openUnconnected({ at = 'ch-wa', ...options }: ChannelOptions = {}): Promise<Channel> {
  const hub = await startHub()
  const test = createChannelContext({
    locales: plugin.locales,
    endpoints: { api: hub.url },
    ...options,
    settings: { channel: at, kind: 'auto', ...options.settings },
    secrets: { token: hub.token, ...options.secrets },
  })
  const channel = openHub(test.ctx)
  hub.deliverTo(async ({ headers, body }) => (await channel.receiveHook?.(hookRequest({ headers, body }))) ?? {})
  onTestFinished(async () => {
    await channel.disconnect()
    test.close()
    await hub.close()
  })
  const to = at === 'ch-wa' ? PHONE : { kind: 'hub', value: `${at}/9001` }
  return {
    ...test,
    hub,
    visitors: hub.channel(at),
    channel,
    send: (content, more = {}) => channel.send(outboundMessage(to, content, more), test.ctx.signal),
    messages: () => test.inbound.items.filter((event) => event.kind === 'message'),
  }
}
