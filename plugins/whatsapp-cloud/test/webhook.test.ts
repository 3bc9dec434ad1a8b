import { hookRequest, testApp } from '@recado/sdk/testing'
import { describe, expect, it } from 'vitest'
import { whatsappCloud } from '../src/channel.ts'
import { openChannel, VERIFY_TOKEN } from './channel.ts'
import type { Json } from './stand-in.ts'

const SHARED = 'the-operators-own-app-secret'
const app = { secrets: { appSecret: SHARED, verifyToken: 'the-operators-token' } }
const message = (id: string, body = id) => ({
  from: '5511911112222',
  id,
  timestamp: '1760000000',
  type: 'text',
  text: { body },
})
const change = (phone_number_id: string, id: string) => ({
  field: 'messages',
  value: { messaging_product: 'whatsapp', metadata: { phone_number_id }, messages: [message(id)] },
})

describe('the channel’s own address', () => {
  it('is verified with the channel’s token alone', async () => {
    const { channel } = await openChannel()
    const ask = (token: string) =>
      channel.receiveHook?.(
        hookRequest({
          method: 'GET',
          query: { 'hub.mode': 'subscribe', 'hub.verify_token': token, 'hub.challenge': '42' },
        }),
      )
    expect(await ask(VERIFY_TOKEN)).toMatchObject({ status: 200, body: '42' })
    expect(await ask('another')).toEqual({ status: 403 })
  })

  it('takes nothing without the app’s signature over the very bytes', async () => {
    const { cloud, channel, receive, inbound } = await openChannel()
    const rita = cloud.addPerson({ name: 'Rita' })
    cloud.webhooks.signBadly()
    expect(await receive(cloud.userSays(rita, 'Oi'))).toBe(401)
    const { hook } = cloud.userSays(rita, 'Olá').delivery
    const parsed = JSON.stringify(JSON.parse(new TextDecoder().decode(hook.body)))
    expect((await channel.receiveHook?.(hookRequest({ ...hook, body: `${parsed} ` })))?.status).toBe(401)
    expect((await channel.receiveHook?.(hookRequest({ body: {} })))?.status).toBe(401)
    expect(inbound.items).toEqual([])
    expect(await receive({ body: {}, hook })).toBe(200)
    expect(inbound.items).toHaveLength(1)
  })

  it('cannot be used without any secret', async () => {
    const { cloud, receive } = await openChannel({ secrets: { appSecret: '' } })
    expect(await receive(cloud.userSays(cloud.addPerson(), 'Oi'))).toBe(401)
  })

  it('lets Meta come again when events were not accepted', async () => {
    const { cloud, receive, acceptWith } = await openChannel()
    const delivery = cloud.userSays(cloud.addPerson(), 'Oi')
    acceptWith(() => Promise.reject(new Error('the database is away')))
    await expect(receive(delivery)).rejects.toThrow('the database is away')
    acceptWith(null)
    expect(await receive(delivery)).toBe(200)
  })

  it('takes batches whole and in order, repeats under the same ids', async () => {
    const { cloud, receive, messages } = await openChannel()
    const rita = cloud.addPerson()
    cloud.webhooks.hold()
    for (let count = 1; count <= 3; count += 1) cloud.userSays(rita, `linha ${count}`)
    const batch = cloud.webhooks.release({ batch: true, times: 2 })
    await receive(...batch)
    const texts = messages().map(({ content }) => (content.type === 'text' ? content.text : ''))
    expect(texts).toEqual(['linha 1', 'linha 2', 'linha 3', 'linha 1', 'linha 2', 'linha 3'])
    expect(new Set(messages().map(({ externalId }) => externalId)).size).toBe(3)
  })

  it('takes of a request only what is its own', async () => {
    const { cloud, receive, inbound } = await openChannel()
    const status = { event: 'PAUSED', message_template_id: '1' }
    await receive(
      cloud.webhooks.tellMany([
        {
          id: cloud.businessAccountId,
          changes: [change(cloud.phoneNumberId, 'ours'), change('999', 'of another number')],
        },
        { id: 'another account', changes: [change(cloud.phoneNumberId, 'ours too'), change('999', 'not ours')] },
        { id: 'another account', changes: [{ field: 'message_template_status_update', value: status }] },
        {
          id: cloud.businessAccountId,
          changes: [{ field: 'message_template_status_update', value: { ...status, message_template_id: '2' } }],
        },
        { id: cloud.businessAccountId, changes: [{ field: 'messages', value: { messages: [message('of nobody')] } }] },
      ]),
    )
    expect(inbound.items).toMatchObject([
      { externalId: 'ours' },
      { externalId: 'ours too' },
      { kind: 'template', id: '2' },
    ])
  })

  it('reports errors of the channel in the log, never as a message', async () => {
    const { cloud, receive, inbound, logs } = await openChannel()
    await receive(cloud.webhooks.tellNumber('messages', { errors: [{ code: 130429, title: 'Rate limit hit' }] }))
    expect(inbound.items).toEqual([])
    expect(logs.items).toMatchObject([{ level: 'warn', fields: { code: '130429' } }])
  })

  it('stands whatever is missing or of another kind', async () => {
    const { cloud, channel } = await openChannel()
    const rita = cloud.addPerson({ userId: 'BR.1' })
    const all = [
      cloud.userSays(rita, 'Oi', { context: { id: 'a', forwarded: true }, referral: { source_id: '1' } }).delivery,
      cloud.userSends(rita, { type: 'order', order: { product_items: [{ quantity: 1 }] } }).delivery,
      cloud.userSends(rita, {
        type: 'contacts',
        contacts: [{ name: { formatted_name: 'B' }, phones: [{ phone: '1' }] }],
      }).delivery,
      cloud.userSends(rita, { type: 'interactive', interactive: { nfm_reply: { response_json: '{"a":{"b":1}}' } } })
        .delivery,
      cloud.userReacts(rita, 'wamid.1', '👍').delivery,
      cloud.status('wamid.1', 'failed', { errors: [{ code: 131047 }], pricing: { category: 'x' } }),
      cloud.phoneSends(rita, {
        type: 'edit',
        edit: { original_message_id: 'x', message: { type: 'text', text: { body: 'y' } } },
      }).delivery,
      cloud.webhooks.tellNumber('history', { history: [{ threads: [{ id: '55119', messages: [message('h')] }] }] }),
      cloud.webhooks.tell('account_update', {
        event: 'ACCOUNT_RESTRICTION',
        restriction_info: [{ restriction_type: 'x', expiration: 1 }],
      }),
      cloud.webhooks.tell('message_template_status_update', { event: 'REJECTED', message_template_id: 1, reason: 'x' }),
    ]
    for (const { body } of all) {
      for (const damaged of damages(body)) {
        const reply = await channel.receiveHook?.(hookRequest(cloud.sign(damaged)))
        expect(reply?.status, JSON.stringify(damaged)).toBe(200)
      }
    }
  })
})

describe('the address that all tenants share', () => {
  it('routes by number and account, verified with the operator’s secret', async () => {
    const { cloud } = await openChannel()
    const body = {
      object: 'whatsapp_business_account',
      entry: [{ id: 'w1', changes: [change('p1', 'a'), change('p2', 'b')] }],
    }
    const route = (secret: string) => whatsappCloud.routeAppHook?.(hookRequest(cloud.sign(body, secret)), testApp(app))
    expect(await route(SHARED)).toEqual({ accounts: ['w1', 'p1', 'p2'] })
    expect(await route('another')).toEqual({ reply: { status: 403 } })
  })

  it('is taken by a channel of the operator’s app, once its number was proven', async () => {
    const { cloud, channel, connect, inbound } = await openChannel({ app, secrets: { appSecret: '' } })
    const body = { entry: [{ id: cloud.businessAccountId, changes: [change(cloud.phoneNumberId, 'a')] }] }
    const take = async () => (await channel.receiveHook?.(hookRequest(cloud.sign(body, SHARED))))?.status
    expect(await take()).toBe(200)
    expect(inbound.items).toEqual([])
    await connect()
    expect(await take()).toBe(200)
    expect(inbound.items).toMatchObject([{ externalId: 'a' }])
  })

  it('is taken by a channel with an app of its own too', async () => {
    const { cloud, channel, connect, inbound } = await openChannel({ app })
    await connect()
    const body = { entry: [{ id: cloud.businessAccountId, changes: [change(cloud.phoneNumberId, 'a')] }] }
    expect((await channel.receiveHook?.(hookRequest(cloud.sign(body, SHARED))))?.status).toBe(200)
    expect((await channel.receiveHook?.(hookRequest(cloud.sign(body))))?.status).toBe(200)
    expect(inbound.items).toHaveLength(2)
  })
})

/** The body with each of its parts in turn missing, null, a number, a text, a list. */
function damages(body: Json): unknown[] {
  return pathsOf(body).flatMap((path) => [undefined, null, 7, 'x', [], {}].map((value) => replaced(body, path, value)))
}

function pathsOf(value: unknown, above: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, item]) => [[...above, name], ...pathsOf(item, [...above, name])])
}

function replaced(value: object, path: string[], item: unknown): unknown {
  const copy = structuredClone(value)
  const parent = path.slice(0, -1).reduce<unknown>((inner, name) => Reflect.get(inner as object, name), copy) as object
  if (item === undefined) Reflect.deleteProperty(parent, path.at(-1) ?? '')
  else Reflect.set(parent, path.at(-1) ?? '', item)
  return copy
}
