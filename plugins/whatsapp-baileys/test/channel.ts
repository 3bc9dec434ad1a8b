import type { ChannelInstance, Content, InboundEvent, InboundMessage, OutboundMessage } from '@recado/sdk'
import {
  type ChannelContextOptions,
  type ChannelTestContext,
  createChannelContext,
  outboundMessage,
} from '@recado/sdk/testing'
import { onTestFinished } from 'vitest'
import plugin from '../src/index.ts'
import { openWhatsApp } from '../src/instance.ts'
import { TIMING, type Timing } from '../src/timing.ts'
import { type Person, startWhatsApp, type WhatsApp } from './stand-in.ts'

/** Long enough to be noticed when it matters, short enough not to be waited for. */
export const QUICK: Timing = {
  ...TIMING,
  connectMs: 3000,
  queryMs: 2000,
  pairingMs: 4000,
  firstPauseMs: 5,
  longestPauseMs: 20,
  versionPauseMs: 10,
  retryMs: 5,
  drainMs: 2000,
  ackMs: 1500,
  paceMs: 0,
  paceJitterMs: 0,
  callMs: 500,
}

export const SETTINGS = {
  pairing: 'qr',
  ignoreGroups: false,
  markRead: true,
  presence: 'hidden',
  rejectCalls: false,
  importDays: 0,
  importGroups: false,
  closeImported: true,
  newContacts: 'off',
}

export interface Channel extends ChannelTestContext {
  readonly whatsapp: WhatsApp
  readonly channel: ChannelInstance
  /** Scans what is shown until the channel is connected and has had what waited for it. */
  pair(): Promise<void>
  send(
    to: Person | string,
    content: Content | string,
    more?: Partial<OutboundMessage>,
  ): ReturnType<ChannelInstance['send']>
  /** The next event, past or coming, of this kind that fits. */
  event<K extends InboundEvent['kind']>(
    kind: K,
    fits?: (event: Extract<InboundEvent, { kind: K }>) => boolean,
  ): Promise<Extract<InboundEvent, { kind: K }>>
  messages(): InboundMessage[]
  texts(): string[]
  /** A second instance on the same store, as after a restart. */
  reopen(options?: Partial<ChannelOptions>): Promise<Channel>
  stop(): Promise<void>
}

export interface ChannelOptions extends ChannelContextOptions {
  whatsapp?: WhatsApp
  timing?: Partial<Timing>
}

/** A channel on a stand-in of its own (or a given one); both end with the test. */
export async function openChannel(options: ChannelOptions = {}): Promise<Channel> {
  const whatsapp = options.whatsapp ?? (await startWhatsApp())
  const test = createChannelContext({
    locales: plugin.locales,
    endpoints: { web: whatsapp.url, media: whatsapp.url, pictures: whatsapp.url },
    ...options,
    settings: { ...SETTINGS, ...options.settings },
  })
  const channel = openWhatsApp(test.ctx, { ...QUICK, ...options.timing })
  const stop = async () => {
    await channel.disconnect()
    await channel.close?.()
    test.close()
  }
  onTestFinished(async () => {
    await stop()
    if (!options.whatsapp) await whatsapp.close()
  })
  const messages = () => test.inbound.items.filter((event) => event.kind === 'message')
  return {
    ...test,
    whatsapp,
    channel,
    stop,
    async pair() {
      await channel.connect(test.ctx.signal)
      const { show } = await test.reports.waitFor(({ state }) => state === 'waiting-qr')
      whatsapp.scan(show?.value ?? '')
      await test.reports.waitFor(({ state }) => state === 'connected')
      await whatsapp.waitUntilReady()
    },
    send(to, content, more = {}) {
      const address =
        typeof to !== 'string'
          ? { kind: 'phone', value: to.phone }
          : to.endsWith('@g.us')
            ? { kind: 'wa-group', value: to.slice(0, -5) }
            : { kind: 'phone', value: to }
      const body = typeof content === 'string' ? ({ type: 'text', text: content } as const) : content
      const message = outboundMessage(address, body, { isGroup: address.kind === 'wa-group', ...more })
      return channel.send(message, test.ctx.signal)
    },
    event: (kind, fits = () => true) =>
      test.inbound.waitFor((event) => event.kind === kind && fits(event as never)) as Promise<never>,
    messages,
    texts: () => messages().flatMap(({ content }) => (content.type === 'text' ? [content.text] : [])),
    reopen: (more = {}) => openChannel({ ...options, whatsapp, store: test.store, media: test.media, ...more }),
  }
}
