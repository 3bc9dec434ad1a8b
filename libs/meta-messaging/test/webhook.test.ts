import { createHmac } from 'node:crypto'
import { bytesOf, hookRequest, TEST_NOW } from '@recado/sdk/testing'
import { describe, expect, it } from 'vitest'
import { metaSchedule } from '../src/instance.ts'
import { FACEBOOK } from '../src/platform.ts'
import { keepAppointments, openChannel } from './channel.ts'

const HOUR = 3_600_000

describe('the webhook', () => {
  const query = { 'hub.mode': 'subscribe', 'hub.verify_token': 'our-word', 'hub.challenge': '4711' }

  it('is verified with the token', async () => {
    const { channel } = await openChannel('facebook')
    const right = await channel.receiveHook?.(hookRequest({ method: 'GET', query }))
    expect(right).toMatchObject({ status: 200, body: '4711' })
    const wrong = { ...query, 'hub.verify_token': 'x' }
    expect(await channel.receiveHook?.(hookRequest({ method: 'GET', query: wrong }))).toMatchObject({ status: 403 })
  })

  it('takes what the operator’s app signed, too', async () => {
    const { channel, meta, inbound } = await openChannel('facebook', { app: { secrets: { appSecret: 'operators' } } })
    const body = meta.messaging({
      sender: { id: '1' },
      recipient: { id: meta.account.id },
      message: { mid: 'm', text: 'a' },
    })
    const sign = (secret: string) => `sha256=${createHmac('sha256', secret).update(bytesOf(body)).digest('hex')}`
    const ask = (secret: string) =>
      channel.receiveHook?.(hookRequest({ body, headers: { 'X-Hub-Signature-256': sign(secret) } }))
    expect(await ask('operators')).toEqual({ status: 200 })
    expect(await ask('a stranger')).toEqual({ status: 401 })
    expect(inbound.items).toHaveLength(1)
  })

  it('asks Meta to come again before the channel knows its account', async () => {
    const { channel, meta } = await openChannel('facebook', { settings: { accountId: undefined } })
    const request = () => hookRequest(meta.signed(meta.messaging({})))
    expect(await channel.receiveHook?.(request())).toEqual({ status: 503 })
    await channel.connect(new AbortController().signal)
    expect(await channel.receiveHook?.(request())).toEqual({ status: 200 })
  })

  it('takes repeats, batches and disorder', async () => {
    const { bia, meta, events } = await openChannel('facebook')
    meta.hold()
    await bia.says('um')
    await bia.says('dois')
    await meta.release((bodies) => [...bodies].reverse().flatMap((body) => [body, body]))
    const ids = events('message').map(({ content }) => (content.type === 'text' ? content.text : ''))
    expect(ids).toEqual(['dois', 'dois', 'um', 'um'])
    expect(new Set(events('message').map(({ externalId }) => externalId)).size).toBe(2)
  })

  it('answers people who leave, or want their data deleted', async () => {
    const { channel, meta, schedule } = await openChannel('facebook')
    const post = (path: string, body: string) => channel.receiveHook?.(hookRequest({ path, body }))
    const signed = `signed_request=${meta.signedRequest({ user_id: '5150' })}`
    expect(await post('/deauthorise', signed)).toMatchObject({ status: 200 })
    expect(schedule.pending()).toMatchObject([{ name: 'check', when: TEST_NOW }])
    const deletion = await post('/data-deletion', signed)
    expect(deletion?.json).toEqual({
      url: expect.stringMatching(/^https:\/\/recado\.invalid\/hooks\/instance-1\/data-deletion\?code=[0-9a-f]{16}$/),
      confirmation_code: expect.stringMatching(/^[0-9a-f]{16}$/),
    })
    expect(await channel.receiveHook?.(hookRequest({ method: 'GET', path: '/data-deletion' }))).toMatchObject({
      status: 200,
    })
    for (const body of ['', 'signed_request=a.b', `${signed}x`, 'a'.repeat(20_000)]) {
      expect(await post('/deauthorise', body)).toEqual({ status: 401 })
      expect(await post('/data-deletion', body)).toEqual({ status: 401 })
    }
  })
})

describe('profiles', () => {
  it('are looked up after a message, once a day, and their pictures when wanted', async () => {
    const test = await openChannel('facebook')
    const picture = test.meta.file('a face', 'image/jpeg')
    const caio = test.meta.person({ id: '9002', name: 'Caio Lima Reis', picture })
    await caio.says('oi')
    await caio.says('olá')
    expect(test.schedule.pending()).toHaveLength(1)
    await keepAppointments(test)
    expect(test.events('contact')).toMatchObject([
      { party: { addresses: [{ kind: 'psid', value: '9002' }], name: 'Caio Lima Reis', avatarRef: 'avatar:9002' } },
    ])
    const file = await test.channel.fetchMedia?.('avatar:9002', test.ctx.signal)
    expect(await new Response(file?.stream as ReadableStream).text()).toBe('a face')
    expect(file?.mimeType).toBe('image/jpeg')
    test.clock.advance(25 * HOUR)
    await caio.says('voltei')
    expect(test.schedule.pending()).toHaveLength(1)
  })

  it('carry the name and username of Instagram', async () => {
    const test = await openChannel('instagram')
    await test.bia.says('oi')
    await keepAppointments(test)
    expect(test.events('contact')[0]?.party).toMatchObject({ name: 'Bia Souza', username: 'bia' })
  })

  it('that are secret are no failure; Meta being away is one', async () => {
    const test = await openChannel('facebook')
    await test.bia.says('oi')
    const [due] = test.schedule.takeDue()
    const look = () => metaSchedule(FACEBOOK)(test.ctx, due?.name ?? '', due?.payload, test.ctx.signal)
    test.meta.refuse({ call: 'any', code: 230 })
    await look()
    test.meta.refuse({ call: 'any', code: 2 })
    await expect(look()).rejects.toMatchObject({ code: 'TEMPORARY' })
    expect(test.events('contact')).toEqual([])
  })
})

describe('files', () => {
  it('are fetched without a token, from Meta alone', async () => {
    const { channel, meta, ctx } = await openChannel('facebook')
    const address = meta.file('a picture')
    const file = await channel.fetchMedia?.(address, ctx.signal)
    expect(await new Response(file?.stream as ReadableStream).text()).toBe('a picture')
    expect(meta.requests.items.at(-1)?.headers.authorization).toBeUndefined()
    for (const elsewhere of [
      'https://evil.example/a',
      'http://169.254.169.254/',
      'https://fbcdn.net.evil.example/',
      'x',
    ])
      await expect(channel.fetchMedia?.(elsewhere, ctx.signal)).rejects.toMatchObject({ code: 'MEDIA_REJECTED' })
  })

  it('that expired are gone; those that break may come later', async () => {
    const { channel, meta, ctx } = await openChannel('facebook')
    const address = meta.file('a picture')
    meta.fail(({ path }) => path.startsWith('/files/'), { status: 503 })
    await expect(channel.fetchMedia?.(address, ctx.signal)).rejects.toMatchObject({ code: 'TEMPORARY' })
    meta.expire(address)
    await expect(channel.fetchMedia?.(address, ctx.signal)).rejects.toMatchObject({ code: 'MEDIA_REJECTED' })
  })
})
