import { createChannelContext, outboundMessage } from '@recado/sdk/testing'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { channel } from '../src/channel.ts'
import plugin from '../src/index.ts'
import { SECRET, startSystem } from './stand-in.ts'

const system = await startSystem()
afterAll(() => system.close())
beforeEach(() => system.requests.clear())

const opened = (path: string, settings: object = {}) => {
  const test = createChannelContext({
    settings: { url: system.url + path, files: true, ...settings },
    secrets: { secret: SECRET },
    egress: [system.url],
    locales: plugin.locales,
  })
  return { ...test, instance: channel.open(test.ctx), signal: test.ctx.signal }
}
const hello = (to: string) => outboundMessage({ kind: 'http', value: to }, { type: 'text', text: 'Olá' })

it('posts the message, signed, under its own id as idempotency key', async () => {
  const { instance, signal } = opened('/inbox')
  const message = { ...hello('customer-7'), replyTo: { externalId: 'in-1', text: 'Oi' } }
  await instance.send(message, signal)
  const [request] = system.requests.items
  expect(request?.json).toEqual({ type: 'message', id: message.id, to: 'customer-7', replyTo: 'in-1', text: 'Olá' })
  expect(request?.headers['idempotency-key']).toBe(message.id)
})

it('names an unknown recipient and a wrong address for what they are', async () => {
  const known = opened('/inbox')
  await expect(known.instance.send(hello('nobody'), known.signal)).rejects.toMatchObject({ code: 'RECIPIENT_INVALID' })
  const lost = opened('/elsewhere')
  await expect(lost.instance.send(hello('x'), lost.signal)).rejects.toMatchObject({
    code: 'MISCONFIGURED',
    field: 'url',
  })
})

it('sends files as links, unless files are switched off', async () => {
  const { instance, signal, media } = opened('/inbox')
  const { id } = await media.save(new Uint8Array(4), { fileName: 'a.png', mimeType: 'image/png' })
  const photo = outboundMessage(
    { kind: 'http', value: 'x' },
    { type: 'media', kind: 'image', media: { id }, text: 'Veja' },
  )
  await instance.send(photo, signal)
  expect(system.requests.items[0]?.json).toMatchObject({
    file: { kind: 'image', url: expect.stringContaining(id) },
    text: 'Veja',
  })
  const off = opened('/inbox', { files: false })
  await expect(off.instance.send(photo, off.signal)).rejects.toMatchObject({ code: 'MEDIA_REJECTED' })
})

it('tests the connection with the draft and not with what is saved', async () => {
  const { ctx, signal } = opened('/elsewhere')
  const draft = { url: `${system.url}/inbox`, secret: SECRET, files: true }
  const test = channel.actions?.testConnection
  expect(await test?.run(ctx, { settings: draft }, signal)).toMatchObject({ type: 'done' })
  expect(system.requests.items.map(({ json }) => json)).toEqual([{ type: 'ping' }])
})
