import { afterEach, describe, expect, it } from 'vitest'
import { createClient } from './client.ts'
import { type Host, type HostOptions, startHost } from './host.ts'
import { hashOf } from './sign.ts'

let host: Host | null = null
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGD4DwABBAEAX+XDSwAAAABJRU5ErkJggg==',
  'base64',
)

async function begin(options: HostOptions = {}) {
  host = await startHost(options)
  return { host, client: createClient(host) }
}

afterEach(async () => {
  await host?.stop()
  host = null
})

describe('the form before the conversation', () => {
  const settings = {
    prechat: true,
    prechatFields: ['name', 'email'],
    prechatRequired: ['name'],
    prechatQuestions: ['Número do pedido'],
  } satisfies HostOptions['settings']

  it('is asked for and checked on the server', async () => {
    const { host, client } = await begin({ settings })
    const session = await client.session()
    expect(session.prechat.map(({ key }) => key)).toEqual(['name', 'email', 'q0'])
    const send = () =>
      client.request('POST', '/messages', { uuid: crypto.randomUUID(), text: 'oi' }, session.accessToken)
    expect((await send()).json.error).toBe('ERR_PRECHAT_REQUIRED')
    const answer = (values: Record<string, string>) =>
      client.request('POST', '/prechat', { values }, session.accessToken)
    expect((await answer({ email: 'ana@x.test' })).json).toMatchObject({ error: 'ERR_VALIDATION', field: 'name' })
    expect((await answer({ name: 'Ana', email: 'ana' })).json).toMatchObject({ field: 'email' })
    expect((await answer({ name: 'Ana', email: 'ana@x.test', q0: '123', hidden: 'x' })).status).toBe(200)
    expect((await send()).status).toBe(200)
    expect(host.core.partyOf(session.visitor)).toMatchObject({
      name: 'Ana',
      email: 'ana@x.test',
      extra: { 'Número do pedido': '123' },
    })
  })

  it('asks nothing the site already told', async () => {
    const { client } = await begin({ settings: { ...settings, prechatQuestions: [] } })
    const identity = { id: '1', hash: hashOf('1'), name: 'Ana', email: 'ana@x.test' }
    expect((await client.session({ identity })).prechat).toEqual([])
  })
})

describe('closed hours', () => {
  it('are told, and the form becomes a message', async () => {
    const { host, client } = await begin({ settings: { offlineMode: 'form', offlineMessage: 'Voltamos às 8h.' } })
    host.core.setAvailability({ open: false })
    const { json } = await client.request('GET', '/config')
    expect(json.offline).toEqual({ mode: 'form', now: true, message: 'Voltamos às 8h.' })
    const session = await client.session()
    const body = { uuid: crypto.randomUUID(), text: 'Me liguem', name: 'Ana', email: 'ana@x.test' }
    expect((await client.request('POST', '/offline', body, session.accessToken)).status).toBe(200)
    await client.request('POST', '/offline', body, session.accessToken)
    expect(host.core.texts(session.visitor)).toEqual(['Me liguem'])
    expect(host.core.partyOf(session.visitor)).toMatchObject({ name: 'Ana', email: 'ana@x.test' })
  })
})

describe('files', () => {
  const upload = (
    client: ReturnType<typeof createClient>,
    token: string,
    bytes: Uint8Array,
    name: string,
    type: string,
  ) => client.request('POST', '/files', bytes, token, { 'content-type': type, 'x-file-name': encodeURIComponent(name) })

  it('go up, become a message and come back by signed links only', async () => {
    const { host, client } = await begin()
    const [ana, bia] = [await client.session(), await client.session()]
    const { json } = await upload(client, ana.accessToken, PNG, 'praça ☀.png', 'image/png')
    expect(json.file).toMatchObject({ kind: 'image', name: 'praça ☀.png', mimeType: 'image/png' })
    const stolen = { uuid: crypto.randomUUID(), fileId: json.fileId }
    expect((await client.request('POST', '/messages', stolen, bia.accessToken)).status).toBe(400)
    const socket = await client.live(ana)
    socket.send({ type: 'send', uuid: crypto.randomUUID(), fileId: json.fileId, text: 'veja' })
    const event = await host.core.events.waitFor(({ kind }) => kind === 'message')
    expect(event).toMatchObject({
      content: { type: 'media', kind: 'image', text: 'veja', media: { fileName: 'praça ☀.png' } },
    })

    const { url } = json.file as { url: string }
    const picture = await fetch(`${host.hook}/${url}`)
    expect(Buffer.from(await picture.arrayBuffer()).equals(PNG)).toBe(true)
    expect(picture.headers.get('x-content-type-options')).toBe('nosniff')
    expect((await fetch(`${host.hook}/${url}x`)).status).toBe(404)
    expect((await fetch(`${host.hook}/${url.replace(/\?.*/, '')}`)).status).toBe(404)
    const renewed = await client.request('POST', '/links', { urls: [url] }, bia.accessToken)
    expect(renewed.json).toEqual({ links: [null] })
  })

  it('of an agent that a browser could run are downloaded, not shown', async () => {
    const { host, client } = await begin()
    const session = await client.session()
    const socket = await client.live(session)
    await socket.say('oi')
    const { id } = await host.media.save(Buffer.from('<svg/>'), { fileName: 'a.svg', mimeType: 'image/svg+xml' })
    await host.core.agentSends(session.visitor, {
      type: 'media',
      kind: 'image',
      media: { id, mimeType: 'image/svg+xml' },
    })
    const frame = await socket.frames.waitFor((one) => one.type === 'message' && one.message.content.type === 'file')
    const url = frame.type === 'message' && frame.message.content.type === 'file' ? frame.message.content.file.url : ''
    const response = await fetch(`${host.hook}/${url}`)
    expect(response.headers.get('content-disposition')).toContain('attachment')
    expect(response.headers.get('content-security-policy')).toContain('sandbox')
  })

  it('have limits of size, kind and number', async () => {
    const { client } = await begin({ settings: { maxFileMb: 1, fileKinds: ['image'] }, limits: { uploadsPerDay: 1 } })
    const { accessToken } = await client.session()
    const large = Buffer.concat([PNG, Buffer.alloc(1_048_576)])
    expect((await upload(client, accessToken, large, 'a.png', 'image/png')).json.error).toBe('ERR_MEDIA_TOO_LARGE')
    expect((await upload(client, accessToken, Buffer.from('%PDF-1.7'), 'a.png', 'image/png')).json.error).toBe(
      'ERR_MEDIA_TYPE',
    )
    expect((await upload(client, accessToken, Buffer.from('MZ'), 'a.png', 'image/png')).json.error).toBe(
      'ERR_MEDIA_TYPE',
    )
    expect((await upload(client, accessToken, PNG, 'a.png', 'image/png')).status).toBe(200)
    expect((await upload(client, accessToken, PNG, 'a.png', 'image/png')).json.error).toBe('ERR_MEDIA_QUOTA')
    expect((await upload(client, 'nobody', PNG, 'a.png', 'image/png')).status).toBe(401)
  })
})
