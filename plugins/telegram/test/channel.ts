import type { ChannelInstance, Content, InboundMessage, OutboundMessage } from '@recado/sdk'
import {
  type ChannelContextOptions,
  type ChannelTestContext,
  createChannelContext,
  hookRequest,
  outboundMessage,
} from '@recado/sdk/testing'
import { onTestFinished } from 'vitest'
import { addressOf } from '../src/ids.ts'
import plugin from '../src/index.ts'
import { openTelegram } from '../src/instance.ts'
import type { Timing } from '../src/timing.ts'
import { type BotApi, startBotApi } from './stand-in.ts'

export const WEBHOOK_SECRET = 'secret-of-the-webhook'

/** Long enough to be noticed when it matters, short enough not to be waited for. */
export const QUICK: Timing = {
  longPollSeconds: 5,
  callMs: 2000,
  uploadMs: 5000,
  firstPauseMs: 5,
  longestPauseMs: 20,
  conflictPauseMs: 5,
  watchMs: 15,
}

export interface Channel extends ChannelTestContext {
  readonly bot: BotApi
  readonly channel: ChannelInstance
  send(chatId: number, content: Content, more?: Partial<OutboundMessage>): ReturnType<ChannelInstance['send']>
  /** What came in as messages, in order. */
  messages(): InboundMessage[]
}

export interface ChannelOptions extends ChannelContextOptions {
  bot?: BotApi
  timing?: Partial<Timing>
}

/** A channel on a stand-in of its own (or a given one); both end with the test. */
export async function openChannel(options: ChannelOptions = {}): Promise<Channel> {
  const bot = options.bot ?? (await startBotApi())
  const test = createChannelContext({
    locales: plugin.locales,
    endpoints: { api: bot.url },
    ...options,
    settings: { mode: 'polling', ignoreGroups: false, typing: true, ...options.settings },
    secrets: { botToken: bot.token, webhookSecret: WEBHOOK_SECRET, ...options.secrets },
  })
  const channel = openTelegram(test.ctx, { ...QUICK, ...options.timing })
  onTestFinished(async () => {
    await channel.disconnect()
    await channel.close?.()
    test.close()
    if (!options.bot) await bot.close()
  })
  return {
    ...test,
    bot,
    channel,
    send: (chatId, content, more = {}) =>
      channel.send(outboundMessage(addressOf(String(chatId)), content, more), test.ctx.signal),
    messages: () => test.inbound.items.filter((event) => event.kind === 'message'),
  }
}

/** A delivery of the webhook with the right secret. */
export const delivery = (body: unknown) =>
  hookRequest({ body, headers: { 'X-Telegram-Bot-Api-Secret-Token': WEBHOOK_SECRET } })
