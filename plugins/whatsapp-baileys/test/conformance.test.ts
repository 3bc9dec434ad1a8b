import { channelConformance } from '@recado/sdk/testing'
import { afterAll, describe, expect, it } from 'vitest'
import plugin from '../src/index.ts'
import { SETTINGS } from './channel.ts'
import { startWhatsApp } from './stand-in.ts'

const whatsapp = await startWhatsApp({ preKeyCount: 812 })
afterAll(() => whatsapp.close())

const bia = whatsapp.addPerson({ name: 'Bia' })

channelConformance({
  api: { describe, it, expect },
  manifest: new URL('../package.json', import.meta.url),
  plugin,
  type: 'whatsapp-baileys',
  settings: { ...SETTINGS },
  secrets: {},
  endpoints: { web: whatsapp.url, media: whatsapp.url, pictures: whatsapp.url },
  address: `+${bia.phone}`,
  async connect(instance, test) {
    await instance.connect(test.ctx.signal)
    const { show } = await test.reports.waitFor(({ state }) => state === 'waiting-qr')
    whatsapp.scan(show?.value ?? '')
    await test.reports.waitFor(({ state }) => state === 'connected')
    await whatsapp.waitUntilReady()
  },
  expectInbound: [
    {
      name: 'a text',
      trigger: async () => {
        await whatsapp.says(bia, 'Oi')
      },
      events: [{ kind: 'message' }],
    },
    {
      name: 'a read mark',
      trigger: async () => whatsapp.confirms(bia, '3EB0', 'read'),
      events: [{ kind: 'receipt' }],
    },
  ],
})
