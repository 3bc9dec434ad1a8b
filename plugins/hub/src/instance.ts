import { type ChannelContext, type ChannelInstance, PluginError } from '@recado/sdk'
import { CHECK, planCheck } from './connect/check.ts'
import { connect } from './connect/connect.ts'
import { unsubscribe } from './connect/subscriptions.ts'
import { createHub } from './hub.ts'
import { fetchMedia } from './receive/fetch-media.ts'
import { receiveHook } from './receive/hook.ts'
import { react, send } from './send/send.ts'
import { createTemplate, removeTemplate, syncTemplates } from './templates/templates.ts'

/** One channel of an account at the hub. Makes no request before it is asked to. */
export function openHub(ctx: ChannelContext): ChannelInstance {
  const hub = createHub(ctx)
  let isSubscribed = false
  return {
    async connect(signal) {
      await connect(ctx, hub, signal)
      isSubscribed = true
      await planCheck(ctx)
    },
    async disconnect() {
      if (isSubscribed && !ctx.signal.aborted) await unsubscribe(ctx, await hub.api(), ctx.signal)
      isSubscribed = false
      await ctx.schedule.cancel(CHECK)
      await ctx.connection.set({ state: 'disconnected' })
    },
    send: (out, signal) => send(ctx, hub, out, signal),
    react: (target, emoji, signal) => react(ctx, hub, target, emoji, signal),
    fetchMedia: (ref, signal) => fetchMedia(ctx, hub, ref, signal),
    syncTemplates: (signal) => syncTemplates(ctx, hub, signal),
    createTemplate: (draft, signal) => createTemplate(ctx, hub, draft, signal),
    async editTemplate() {
      throw new PluginError('UNSUPPORTED', { detail: ctx.t('error.editTemplate') })
    },
    removeTemplate: (template, signal) => removeTemplate(hub, template, signal),
    receiveHook: (request) => receiveHook(ctx, hub, request),
  }
}
