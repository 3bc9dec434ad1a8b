import { CONTRACTS, defineChannel } from '@recado/sdk'
import { receiveHook } from './hook.ts'
import { createProvider } from './provider.ts'
import { sendMessage } from './send.ts'
import { settings } from './settings.ts'

const MB = 1024 * 1024

export const channel = defineChannel({
  type: 'sample-channel',
  contract: CONTRACTS.channel,
  scope: 'tenant',
  name: 'channel.name',
  description: 'channel.description',
  settings,
  settingsVersion: 1,
  transport: 'webhook',
  features: {
    text: { maxLength: 4096 },
    media: { image: { maxBytes: 5 * MB, caption: true }, document: { maxBytes: 20 * MB } },
    reply: true,
    receipts: 'read',
    startsConversation: true,
    idempotentSend: true,
  },
  address: {
    kind: 'phone',
    normalise(raw) {
      const digits = raw.replace(/\D/g, '')
      if (digits.length < 8 || digits.length > 15) throw new RangeError('not a phone number')
      return digits
    },
  },
  actions: {
    testConnection: {
      label: 'action.test',
      async run(ctx, _input, signal) {
        const account = await createProvider(ctx).call<{ name: string }>('GET', '/me', signal)
        return { type: 'done', message: ctx.t('action.test.done', { name: account.name }) }
      },
    },
  },
  open(ctx) {
    const provider = createProvider(ctx)
    return {
      async connect(signal) {
        const account = await provider.call<{ id: string; name: string }>('GET', '/me', signal)
        await provider.call('PUT', '/hook', signal, { url: await ctx.hookUrl() })
        await ctx.connection.set({ state: 'connected', account })
      },
      async disconnect() {
        await ctx.connection.set({ state: 'disconnected' })
      },
      send: (message, signal) => sendMessage(ctx, provider, message, signal),
      receiveHook: (request) => receiveHook(ctx, request),
    }
  },
})
