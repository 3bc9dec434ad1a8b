import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hookRequest } from '@recado/sdk/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openChannel, VERIFY_TOKEN } from './channel.ts'
import { type CloudApi, startCloudApi } from './stand-in.ts'

async function open() {
  const cloud = await startCloudApi()
  onTestFinished(() => cloud.close())
  const rita = cloud.addPerson({ waId: '5511911112222' })
  cloud.userSays(rita, 'Oi')
  return { cloud, post: (message: object, headers = {}) => post(cloud, message, headers) }
}

async function post(cloud: CloudApi, message: object, headers: object): Promise<number> {
  const answer = await fetch(`${cloud.url}/v24.0/${cloud.phoneNumberId}/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${cloud.token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ messaging_product: 'whatsapp', to: '5511911112222', ...message }),
  })
  const body = (await answer.json()) as { error?: { code: number } }
  return body.error?.code ?? 0
}

const interactive = (content: object) => ({ type: 'interactive', interactive: { body: { text: 'Qual?' }, ...content } })
const reply = (id: string, title: string) => ({ type: 'reply', reply: { id, title } })
const row = (id: string, title = 'R') => ({ id, title })

describe('the stand-in refuses what Meta refuses', () => {
  it.each<[string, object, number]>([
    ['nothing of this', { type: 'text', text: { body: 'Oi' } }, 0],
    ['another product', { messaging_product: 'x', type: 'text', text: { body: 'Oi' } }, 100],
    ['nobody to send to', { to: undefined, type: 'text', text: { body: 'Oi' } }, 131008],
    ['an empty text', { type: 'text', text: { body: ' ' } }, 131008],
    ['a text too long', { type: 'text', text: { body: 'x'.repeat(4097) } }, 131009],
    ['a type that is none', { type: 'hologram' }, 131051],
    ['a file that is not there', { type: 'image', image: { id: '1' } }, 131053],
    ['music with a caption', { type: 'audio', audio: { link: 'https://a.example/a.mp3', caption: 'x' } }, 131009],
    [
      'four buttons',
      interactive({ type: 'button', action: { buttons: ['a', 'b', 'c', 'd'].map((id) => reply(id, id)) } }),
      131009,
    ],
    ['a long button', interactive({ type: 'button', action: { buttons: [reply('a', 'x'.repeat(21))] } }), 131009],
    [
      'the same button twice',
      interactive({ type: 'button', action: { buttons: [reply('a', 'x'), reply('b', 'x')] } }),
      131009,
    ],
    [
      'eleven rows',
      interactive({
        type: 'list',
        action: { button: 'Ver', sections: [{ rows: Array.from({ length: 11 }, (_, n) => row(`r${n}`)) }] },
      }),
      131009,
    ],
    [
      'a long row',
      interactive({ type: 'list', action: { button: 'Ver', sections: [{ rows: [row('a', 'x'.repeat(25))] }] } }),
      131009,
    ],
    [
      'sections without titles',
      interactive({ type: 'list', action: { button: 'Ver', sections: [{ rows: [row('a')] }, { rows: [row('b')] }] } }),
      131008,
    ],
    ['a carousel of one', interactive({ type: 'carousel', action: { cards: [{}] } }), 131009],
    ['an unknown template', { type: 'template', template: { name: 'x', language: { code: 'pt_BR' } } }, 132001],
    ['somebody outside the window', { to: '5511900000000', type: 'text', text: { body: 'Oi' } }, 131047],
    ['an answer to nothing of Meta', { type: 'text', text: { body: 'Oi' }, context: { message_id: '1' } }, 131009],
  ])('%s', async (_, message, code) => {
    const { post: send } = await open()
    expect(await send(message)).toBe(code)
  })

  it('parameters that do not fit the template', async () => {
    const { cloud, post: send } = await open()
    cloud.addTemplate({ name: 'aviso', components: [{ type: 'BODY', text: 'Oi {{1}}!' }] })
    cloud.addTemplate({ name: 'promo', components: [{ type: 'HEADER', format: 'IMAGE' }] })
    const template = (name: string, components: object[]) => ({
      type: 'template',
      template: { name, language: { code: 'pt_BR' }, components },
    })
    expect(await send(template('aviso', []))).toBe(132000)
    expect(await send(template('promo', []))).toBe(132012)
    expect(await send(template('aviso', [{ type: 'body', parameters: [{ type: 'text', text: 'Rita' }] }]))).toBe(0)
  })

  it('a wrong token, and what is another’s', async () => {
    const { cloud, post: send } = await open()
    expect(await send({ type: 'text', text: { body: 'Oi' } }, { authorization: 'Bearer x' })).toBe(190)
    const other = cloud.addNumber()
    expect(await send({ type: 'text', text: { body: 'Oi' } }, { authorization: `Bearer ${other.token}` })).toBe(100)
  })
})

describe('its webhook', () => {
  it('verifies an address of this machine, delivers there, and again what was refused', async () => {
    const test = await openChannel({ settings: { webhook: 'own' } })
    let isDown = true
    const server = createServer(async (incoming, outgoing) => {
      const url = new URL(incoming.url ?? '/', 'http://127.0.0.1')
      const body = Buffer.concat(await incoming.toArray())
      const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]))
      const asked = { method: incoming.method ?? '', query: Object.fromEntries(url.searchParams), headers, body }
      const said =
        isDown && incoming.method === 'POST' ? { status: 503 } : await test.channel.receiveHook?.(hookRequest(asked))
      outgoing.writeHead(said?.status ?? 200).end(said && 'body' in said ? said.body : '')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const subscribe = (verify_token: string) =>
      fetch(`${test.cloud.url}/v24.0/${test.cloud.businessAccountId}/subscribed_apps`, {
        method: 'POST',
        headers: { authorization: `Bearer ${test.cloud.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ override_callback_uri: `http://127.0.0.1:${port}/hooks/1`, verify_token }),
      })
    expect((await subscribe('wrong')).status).toBe(400)
    expect((await subscribe(VERIFY_TOKEN)).status).toBe(200)
    const rita = test.cloud.addPerson()
    test.cloud.userSays(rita, 'Oi')
    await test.cloud.webhooks.idle()
    expect(test.inbound.items).toEqual([])
    isDown = false
    await test.cloud.webhooks.redeliver()
    expect(test.inbound.items).toMatchObject([{ kind: 'message' }])
    await test.send(rita, { type: 'text', text: 'Olá' })
    await test.inbound.waitFor((event) => event.kind === 'receipt' && event.status === 'delivered')
  })
})
