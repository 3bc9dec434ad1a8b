import { type ChannelContext, CONTRACTS, defineChannel, PluginError } from '@recado/sdk'
import { post, targetOf } from './client.ts'
import { receiveHook } from './hook.ts'
import { sendMessage } from './send.ts'
import { type HttpChannelSettings, settings } from './settings.ts'

const MB = 1024 * 1024

export const channel = defineChannel({
  type: 'http-channel',
  contract: CONTRACTS.channel,
  scope: 'tenant',
  name: 'channel.name',
  description: 'channel.description',
  settings,
  settingsVersion: 1,
  transport: 'webhook',
  features: {
    text: { maxLength: 65_536 },
    media: {
      image: { maxBytes: 20 * MB, caption: true },
      video: { maxBytes: 50 * MB, caption: true },
      audio: { maxBytes: 20 * MB },
      document: { maxBytes: 50 * MB, caption: true },
    },
    reply: true,
    receipts: 'read',
    startsConversation: true,
    idempotentSend: true,
  },
  address: {
    kind: 'http',
    normalise(raw) {
      const value = raw.trim()
      if (value.length < 1 || value.length > 255) throw new RangeError('an address has 1 to 255 characters')
      return value
    },
  },
  actions: {
    testConnection: {
      label: 'action.test',
      async run(ctx: ChannelContext<HttpChannelSettings>, { settings: draft }, signal) {
        const secret = typeof draft.secret === 'string' ? draft.secret : (await targetOf(ctx)).secret
        await post(ctx, { url: String(draft.url), secret }, { type: 'ping' }, signal)
        return { type: 'done', message: ctx.t('action.test.done') }
      },
    },
    showAddress: {
      label: 'action.address',
      async run(ctx) {
        return {
          type: 'show',
          show: { as: 'text', value: await ctx.hookUrl(), message: ctx.t('action.address.message') },
        }
      },
    },
  },
  open: (ctx: ChannelContext<HttpChannelSettings>) => ({
    async connect() {
      const { url } = await targetOf(ctx)
      await ctx.connection.set({ state: 'connected', account: { id: new URL(url).host } })
    },
    async disconnect() {
      await ctx.connection.set({ state: 'disconnected' })
    },
    send: (message, signal) => sendMessage(ctx, message, signal),
    receiveHook: (request) => receiveHook(ctx, request),
    async fetchMedia(reference, signal) {
      const answer = await ctx.http.request(reference, { maxBytes: 50 * MB, signal })
      if (answer.status !== 200) throw new PluginError('MEDIA_REJECTED', { detail: `HTTP ${answer.status}` })
      const mimeType = answer.headers['content-type']
      return { stream: answer.stream() as ReadableStream<Uint8Array>, ...(mimeType ? { mimeType } : {}) }
    },
  }),
})
