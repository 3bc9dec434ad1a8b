import { channelChecks, channelConformance, registerChecks } from '@recado/sdk/testing'
import { afterAll, describe, expect, it } from 'vitest'
import plugin from '../src/index.ts'
import { type Happening, INSTANCE, type StandInGateway, startEvolution, startUazapi, startWuzapi } from './stand-in.ts'

const SECRET = 'a-secret-of-the-webhook'
const PATH = `/in/${SECRET}`
const manifest = new URL('../package.json', import.meta.url)
const api = { describe, it, expect }

const rita = { phone: '5511911112222', lid: '777000111222333', name: 'Rita' }
const photo = {
  what: 'file',
  kind: 'image',
  bytes: Buffer.from('a photo'),
  mimeType: 'image/jpeg',
  caption: 'Olha',
} as const

const HAPPENINGS: {
  name: string
  happening: Happening
  events: { kind: 'message' | 'edit' | 'removal' | 'reaction'; externalId: string }[]
}[] = [
  { name: 'a text', happening: { what: 'text', text: 'Bom dia' }, events: [{ kind: 'message', externalId: '3EB0AA' }] },
  { name: 'a photo', happening: photo, events: [{ kind: 'message', externalId: '3EB0AA' }] },
  {
    name: 'a tap',
    happening: { what: 'tap', id: 'yes', title: 'Sim', to: '3EB0OUT', on: 'button' },
    events: [{ kind: 'message', externalId: '3EB0AA' }],
  },
  {
    name: 'an edit',
    happening: { what: 'edit', text: 'Boa tarde', to: '3EB000' },
    events: [{ kind: 'edit', externalId: '3EB000' }],
  },
  {
    name: 'a reaction that was taken back',
    happening: { what: 'reaction', emoji: null, to: '3EB000' },
    events: [{ kind: 'reaction', externalId: '3EB000' }],
  },
  {
    name: 'a removal',
    happening: { what: 'removal', to: '3EB000' },
    events: [{ kind: 'removal', externalId: '3EB000' }],
  },
]

/** JSON bodies stay objects, so that the suite can damage them. */
function samplesOf(gateway: StandInGateway) {
  const sample = (name: string, happening: Happening) => {
    const { headers, body } = gateway.payloadOf(rita, happening, { id: '3EB0AA' })
    const isJson = headers['content-type'] === 'application/json'
    return { name, path: PATH, headers, body: isJson ? (JSON.parse(body) as Record<string, unknown>) : body }
  }
  const text = sample('a text', { what: 'text', text: 'Bom dia' })
  return {
    hooks: [
      ...HAPPENINGS.map(({ name, happening, events }) => ({ ...sample(name, happening), events })),
      { ...text, name: 'nothing that is ours', body: {}, events: [] },
    ],
    forged: [
      { ...text, name: 'a text without the secret', path: '/' },
      { ...text, name: 'a text with another secret', path: '/in/another' },
      { ...text, name: 'a text with a longer secret', path: `${PATH}x` },
    ],
  }
}

const gateways = {
  uazapi: await startUazapi(),
  wuzapi: await startWuzapi(),
  evolution: await startEvolution(),
}
for (const gateway of Object.values(gateways)) gateway.addPerson(rita)
afterAll(() => Promise.all(Object.values(gateways).map((gateway) => gateway.close())))

const common = (gateway: StandInGateway) => ({
  manifest,
  plugin,
  type: 'whatsapp-plus',
  secrets: { token: gateway.token, adminToken: gateway.adminToken, webhookSecret: SECRET },
  endpoints: { pictures: gateway.url },
  egress: [gateway.url],
  address: '+55 11 91111-2222',
})
const settingsOf = (gateway: string, serverUrl: string) => ({
  gateway,
  serverUrl,
  pairing: 'qr',
  ignoreGroups: false,
  readMarks: true,
  typing: true,
  rejectCalls: true,
  callMessage: 'Não atendemos ligações.',
  ...(gateway === 'evolution' ? { instanceName: INSTANCE } : {}),
})

const uazapiSamples = samplesOf(gateways.uazapi)
const stolen = uazapiSamples.hooks[0]
channelConformance({
  ...common(gateways.uazapi),
  api,
  settings: settingsOf('uazapi', gateways.uazapi.url),
  samples: {
    hooks: uazapiSamples.hooks,
    forged: [
      ...uazapiSamples.forged,
      { name: 'another instance', path: PATH, body: { ...(stolen?.body as object), token: 'of-another-instance' } },
    ],
  },
})

/** What the features promise on behalf of the best gateway, and these refuse in words. */
const NOT_THERE: Record<string, string[]> = {
  wuzapi: ['every declared content is sent', 'the declared verbs work on a sent message'],
  evolution: ['every declared content is sent'],
}
for (const vendor of ['wuzapi', 'evolution'] as const) {
  const gateway = gateways[vendor]
  const checks = channelChecks({
    ...common(gateway),
    settings: settingsOf(vendor, gateway.url),
    samples: samplesOf(gateway),
  })
  registerChecks(
    api,
    `channel whatsapp-plus on ${vendor} keeps the contract`,
    checks.filter(({ name }) => !NOT_THERE[vendor]?.includes(name)),
  )
}
