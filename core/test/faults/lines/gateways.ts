import { startHub } from '@recado/plugin-hub/stand-in'
import { INSTANCE, startEvolution } from '@recado/plugin-whatsapp-plus/stand-in'
import { startWwebjsGateway } from '@recado/plugin-whatsapp-wwebjs/stand-in'
import { newPhone } from '../../rich-company.ts'
import { eventually } from '../client.ts'
import { insist, type Line, LOOK_MS, lastLine, post, register } from './line.ts'

/** Hooks that come again. */
export async function startHubLine(): Promise<Line> {
  const hub = await startHub()
  const visitors = hub.channel('ch-wa')
  const phones = register(() => newPhone())
  return {
    type: 'hub',
    settings: { token: hub.token, channel: 'ch-wa', kind: 'auto' },
    env: { RECADO_ENDPOINT_HUB_API: hub.url },
    connected: (hookUrl) => hub.deliverTo(({ headers, body }) => post(hookUrl, headers, JSON.stringify(body))),
    async says(name, text) {
      await visitors.says(phones.of(name), text, { name })
    },
    taken: () =>
      hub.sent.items.map(({ to, content }) => ({
        customer: phones.nameOf((phone) => phone === to),
        text: lastLine(content.text),
      })),
    close: () => hub.close(),
  }
}

/** Of the gateways of the premium kind the one that tries again. */
export async function startPlusLine(): Promise<Line> {
  const gateway = await startEvolution()
  const people = register((name) => gateway.addPerson({ phone: newPhone(), name }))
  return {
    type: 'whatsapp-plus',
    settings: {
      gateway: 'evolution',
      serverUrl: gateway.url,
      token: gateway.token,
      instanceName: INSTANCE,
      pairing: 'qr',
      ignoreGroups: false,
      readMarks: false,
      typing: false,
      rejectCalls: false,
    },
    egress: gateway.url,
    env: { RECADO_ENDPOINT_WHATSAPP_PLUS_PICTURES: gateway.url },
    async says(customer, text) {
      const id = await gateway.happens(people.of(customer), { what: 'text', text }, { at: Date.now() })
      await insist(async () => {
        const tries = gateway.made.items.filter(({ payload }) => payload.body.includes(`"${id}"`))
        if (tries.some(({ status }) => status === 200)) return true
        await gateway.tells(JSON.parse(tries[0]?.payload.body ?? 'null'))
        return false
      })
    },
    taken: () =>
      gateway.sent.items.map(({ to, body }) => ({
        customer: people.nameOf(({ phone }) => phone !== undefined && to.startsWith(phone)),
        text: lastLine(body.text),
      })),
    close: () => gateway.close(),
  }
}

/** Tells everything once; what nobody heard is in its chats. */
export async function startWwebjsLine(): Promise<Line> {
  const gateway = await startWwebjsGateway()
  const session = gateway.session('loja')
  const phones = register(() => newPhone())
  return {
    type: 'whatsapp-wwebjs',
    settings: { url: gateway.url, apiKey: gateway.apiKey, sessionId: 'loja', ignoreGroups: false, typing: false },
    egress: gateway.url,
    scan: () => void session.scan(),
    async says(name, text, isKept) {
      const { id } = await session.says(`${phones.of(name)}@c.us`, text, { name })
      const wasTaken = gateway.deliveries.items.some(
        ({ status, body }) => status === 200 && JSON.stringify(body).includes(id._serialized),
      )
      if (!wasTaken) await eventually(isKept, undefined, LOOK_MS)
    },
    taken: () =>
      gateway.sent.items.map(({ chatId, content }) => ({
        customer: phones.nameOf((phone) => chatId.startsWith(phone)),
        text: lastLine(content),
      })),
    close: () => gateway.close(),
  }
}
