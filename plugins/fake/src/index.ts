import { definePlugin } from '@recado/sdk'
import en from '../locales/en.json' with { type: 'json' }
import es from '../locales/es.json' with { type: 'json' }
import pt from '../locales/pt.json' with { type: 'json' }
import { fakeChannel } from './channel.ts'

export default definePlugin({
  contributions: [
    fakeChannel({ type: 'fake', transport: 'webhook', idempotentSend: false }),
    fakeChannel({ type: 'fake-idempotent', transport: 'webhook', idempotentSend: true }),
    fakeChannel({ type: 'fake-session', transport: 'session', idempotentSend: false }),
    fakeChannel({ type: 'fake-official', transport: 'webhook', idempotentSend: true, isOfficial: true }),
  ],
  locales: { pt, en, es },
})
