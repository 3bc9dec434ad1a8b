import type { ChannelContext, ChannelDefinition, ChannelInstance } from '@recado/sdk'
import { CHECK, check, createConnection } from './connect/connection.ts'
import { unsubscribe } from './connect/subscribe.ts'
import { createLine } from './line.ts'
import type { Platform } from './platform.ts'
import { fetchMedia } from './receive/fetch-media.ts'
import { receiveHook } from './receive/hook.ts'
import { createProfiles, lookUpProfile, PROFILE } from './receive/profiles.ts'
import { markSeen, react, showTyping } from './send/actions.ts'
import { send } from './send/send.ts'

/** One channel: a page or a professional account. Makes no request before it is asked to. */
export function openMeta(ctx: ChannelContext, platform: Platform): ChannelInstance {
  const line = createLine(ctx, platform)
  const profiles = createProfiles(line)
  const connection = createConnection(line)
  return {
    connect: connection.connect,
    disconnect: connection.disconnect,
    async forget(signal) {
      const account = await line.account()
      if (account) await unsubscribe(line, account, signal)
    },
    close: connection.close,
    send: (out, signal) => line.watched(() => send(line, out, signal), true),
    react: (target, emoji, signal) => line.watched(() => react(line, target, emoji, signal), false),
    typing: (chat, on, signal) => line.watched(() => showTyping(line, chat, on, signal), false),
    markRead: (chat, _ids, signal) => line.watched(() => markSeen(line, chat, signal), false),
    fetchMedia: (ref, signal) => fetchMedia(line, ref, signal),
    receiveHook: (request) => receiveHook(line, profiles, request),
  }
}

/** Appointments of a channel: somebody's profile, and the regular look at the token and the subscription. */
export const metaSchedule =
  (platform: Platform): NonNullable<ChannelDefinition['onSchedule']> =>
  async (ctx, name, payload, signal) => {
    const line = createLine(ctx, platform)
    if (name === CHECK) await check(line, signal)
    else if (name.startsWith(PROFILE)) await lookUpProfile(line, payload, signal)
  }
