import type { ChannelContext, ChannelInstance } from '@recado/sdk'
import { createCloud, explained } from './api/cloud.ts'
import { createPace } from './api/pace.ts'
import { createAccount } from './connect/account.ts'
import { connect, unsubscribeApp } from './connect/connect.ts'
import { fetchMedia } from './receive/fetch-media.ts'
import { receiveHook } from './receive/hook.ts'
import { send } from './send/send.ts'
import { markRead, react, showTyping } from './send/verbs.ts'
import type { CloudSettings } from './settings.ts'
import { createTemplate, editTemplate, removeTemplate } from './templates/edit.ts'
import { syncTemplates } from './templates/sync.ts'

/** One channel: a number of a business account. Makes no request before it is asked to. */
export function openWhatsappCloud(ctx: ChannelContext): ChannelInstance {
  const settings = ctx.settings as Readonly<CloudSettings>
  const cloud = createCloud(ctx)
  const account = createAccount(ctx)
  const sender = { ctx, cloud, account, pace: createPace(ctx.clock) }
  return {
    connect: (signal) => connect(ctx, cloud, account, settings, signal),
    // Meta goes on calling, since other numbers of the account may need it to.
    disconnect: () => account.disconnect(),
    forget: (signal) => unsubscribeApp(ctx, cloud, signal),
    send: (out, signal) => send(sender, out, signal),
    react: (target, emoji, signal) => react(sender, target, emoji, signal),
    markRead: (_chat, externalIds, signal) => markRead(sender, externalIds, signal),
    async typing(chat, on, signal) {
      if (on && settings.typing) await showTyping(sender, chat, signal)
    },
    async fetchMedia(ref, signal) {
      try {
        return await fetchMedia(ctx, cloud, ref, signal)
      } catch (error) {
        throw explained(ctx, error)
      }
    },
    syncTemplates: (signal) => syncTemplates(sender, signal),
    createTemplate: (draft, signal) => createTemplate(sender, draft, signal),
    editTemplate: (template, draft, signal) => editTemplate(sender, template, draft, signal),
    removeTemplate: (template, signal) => removeTemplate(sender, template, signal),
    receiveHook: (request) => receiveHook(ctx, account, settings, request),
  }
}
