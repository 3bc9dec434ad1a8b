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
import { personAddress } from '../src/ids.ts'
import plugin from '../src/index.ts'
import { openWhatsappCloud } from '../src/instance.ts'
import { type CloudApi, type Delivery, type Person, startCloudApi } from './stand-in.ts'

export const VERIFY_TOKEN = 'our-verify-token'

export interface Channel extends ChannelTestContext {
  readonly cloud: CloudApi
  readonly channel: ChannelInstance
  send(to: Person, content: Content, more?: Partial<OutboundMessage>): ReturnType<ChannelInstance['send']>
  /** Hands deliveries of the webhook to the channel; answers the last status. */
  receive(...deliveries: (Delivery | { delivery: Delivery })[]): Promise<number>
  /** What came in as messages, in order. */
  messages(): InboundMessage[]
  connect(): Promise<void>
}

export interface ChannelOptions extends ChannelContextOptions {
  cloud?: CloudApi
}

/** A channel on a stand-in of its own (or a given one), whose clock it shares; both end with the test. */
export async function openChannel(options: ChannelOptions = {}): Promise<Channel> {
  let now = () => Date.now()
  const cloud = options.cloud ?? (await startCloudApi({ now: () => now() }))
  const test = createChannelContext({
    locales: plugin.locales,
    endpoints: { graph: cloud.url, media: cloud.url },
    ...options,
    settings: { ...settingsFor(cloud), ...options.settings },
    secrets: { accessToken: cloud.token, appSecret: cloud.appSecret, ...options.secrets },
  })
  now = () => test.clock.now()
  const channel = openWhatsappCloud(test.ctx)
  onTestFinished(async () => {
    await channel.disconnect()
    test.close()
    if (!options.cloud) await cloud.close()
    expect(test.inbound.items.filter((event) => !Value.Check(InboundEvent, event))).toEqual([])
    expect([...test.missingTexts]).toEqual([])
  })
  return {
    ...test,
    cloud,
    channel,
    send: (to, content, more = {}) => {
      const address = personAddress(to.waId ?? to.userId)
      if (!address) throw new Error('the person has no address')
      return channel.send(outboundMessage(address, content, more), test.ctx.signal)
    },
    async receive(...deliveries) {
      let status = 0
      for (const one of deliveries) {
        const { hook } = 'delivery' in one ? one.delivery : one
        status = (await channel.receiveHook?.(hookRequest(hook)))?.status ?? 200
      }
      return status
    },
    messages: () => test.inbound.items.filter((event) => event.kind === 'message'),
    connect: () => channel.connect(test.ctx.signal),
  }
}

export const settingsFor = (cloud: Pick<CloudApi, 'phoneNumberId' | 'businessAccountId' | 'appId'>) => ({
  phoneNumberId: cloud.phoneNumberId,
  businessAccountId: cloud.businessAccountId,
  appId: cloud.appId,
  verifyToken: VERIFY_TOKEN,
  graphVersion: 'v24.0',
  webhook: 'app',
  typing: true,
})
