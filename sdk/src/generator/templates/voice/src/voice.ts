import { CONTRACTS, defineVoice } from '@recado/sdk'
import { receiveHook } from './hook.ts'
import { createProvider } from './provider.ts'
import { settings } from './settings.ts'

export const voice = defineVoice({
  type: 'sample-voice',
  contract: CONTRACTS.voice,
  scope: 'tenant',
  name: 'voice.name',
  description: 'voice.description',
  settings,
  settingsVersion: 1,
  driver: 'device',
  open(ctx) {
    const provider = createProvider(ctx)
    const control = (callId: string, verb: string, signal: AbortSignal, body: object = {}) =>
      provider.call<void>('POST', `/calls/${encodeURIComponent(callId)}/${verb}`, signal, body)
    return {
      /** A token for this agent alone, good for minutes; the account's own stays here. */
      deviceSession: (user, signal) => provider.call('POST', '/devices', signal, { user: String(user.id) }),
      async start(phone, user, signal) {
        const call = await provider.call<{ id: string }>('POST', '/calls', signal, { phone, user: String(user.id) })
        return { callId: call.id }
      },
      end: (callId, signal) => control(callId, 'end', signal),
      mute: (callId, on, signal) => control(callId, 'mute', signal, { on }),
      receiveHook: (request) => receiveHook(ctx, request),
    }
  },
})
