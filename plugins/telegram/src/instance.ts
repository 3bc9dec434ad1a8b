import type { ChannelContext, ChannelInstance } from '@recado/sdk'
import { createBot } from './bot.ts'
import { createSession } from './connect/session.ts'
import { endWebhook } from './connect/webhook.ts'
import { createAcceptor } from './receive/accept.ts'
import { fetchMedia } from './receive/fetch-media.ts'
import { receiveHook } from './receive/hook.ts'
import { checkAddress, edit, react, remove, showTyping } from './send/change.ts'
import type { Sending } from './send/parts.ts'
import { send } from './send/send.ts'
import type { TelegramSettings } from './settings.ts'
import { TIMING, type Timing } from './timing.ts'

/** One channel: a bot and its conversations. Makes no request before it is asked to. */
export function openTelegram(ctx: ChannelContext, timing: Timing = TIMING): ChannelInstance {
  const settings = ctx.settings as Readonly<TelegramSettings>
  const bot = createBot(ctx, timing)
  const acceptor = createAcceptor(ctx, bot, settings.ignoreGroups)
  const session = createSession(ctx, bot, acceptor, settings)
  const sending = async (): Promise<Sending> => ({ ctx, api: (await bot.open()).api, timing })
  const watched = async <T>(work: (sending: Sending) => Promise<T>): Promise<T> => {
    try {
      return await work(await sending())
    } catch (error) {
      await session.refused(error)
      throw error
    }
  }
  return {
    connect: session.connect,
    disconnect: session.disconnect,
    async forget(signal) {
      // whoever looks after the webhook would set it again
      await session.disconnect()
      await endWebhook(await sending(), signal)
    },
    send: (out, signal) => watched((by) => send(by, out, signal)),
    edit: (target, content, signal) => watched((by) => edit(by, target, content, signal)),
    remove: (target, signal) => watched((by) => remove(by, target, signal)),
    react: (target, emoji, signal) => watched((by) => react(by, target, emoji, signal)),
    async typing(chat, on, signal) {
      if (on && settings.typing) await showTyping(await sending(), chat, signal)
    },
    fetchMedia: (ref, signal) => fetchMedia(ctx, bot, ref, signal),
    checkAddress: async (raw, signal) => checkAddress(await sending(), raw, signal),
    receiveHook: (request) => receiveHook(ctx, acceptor, request),
    close: acceptor.idle,
  }
}
