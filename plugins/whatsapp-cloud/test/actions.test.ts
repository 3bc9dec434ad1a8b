import type { ActionInput } from '@recado/sdk'
import { describe, expect, it } from 'vitest'
import { whatsappCloud } from '../src/channel.ts'
import { openChannel, settingsFor } from './channel.ts'
import { CODE } from './stand-in.ts'

async function open(options: Parameters<typeof openChannel>[0] = {}) {
  const test = await openChannel(options)
  const run = (name: string, input: Partial<ActionInput> & { settings?: object } = {}) => {
    const settings = { ...settingsFor(test.cloud), accessToken: test.cloud.token, ...input.settings }
    return whatsappCloud.actions?.[name]?.run(test.ctx, { ...input, settings }, test.ctx.signal)
  }
  return { ...test, run }
}

describe('testing the connection', () => {
  it('names the number and changes nothing', async () => {
    const { run, cloud } = await open()
    expect(await run('testConnection')).toMatchObject({
      type: 'done',
      message: `All well: Recado Teste, ${cloud.display}.`,
    })
    expect(cloud.requests.items.every(({ method }) => method === 'GET')).toBe(true)
  })

  it.each([
    [{ accessToken: 'EAAwrong' }, 'accessToken'],
    [{ phoneNumberId: '' }, 'phoneNumberId'],
    [{ phoneNumberId: '12345' }, 'phoneNumberId'],
    [{ businessAccountId: '12345' }, 'businessAccountId'],
    [{ noSecret: true }, 'appSecret'],
  ])('%j points at the field', async (settings, field) => {
    const { run } = await open('noSecret' in settings ? { secrets: { appSecret: '' } } : {})
    expect(await run('testConnection', { settings })).toMatchObject({ type: 'error', field })
  })
})

describe('registering the number', () => {
  const pin = (value: unknown) => ({ step: 'pin', values: { pin: value } })

  it('asks for six digits and takes nothing else', async () => {
    const { run, cloud } = await open()
    expect(await run('register')).toMatchObject({ type: 'form', step: 'pin' })
    for (const wrong of ['12345', '1234567', '12345a', '', undefined, ' 12 34 '])
      expect(await run('register', pin(wrong))).toMatchObject({ type: 'error', field: 'pin' })
    expect(cloud.requests.items).toEqual([])
    expect(await run('register', pin('042042'))).toMatchObject({ type: 'done' })
    expect(cloud.state.pin).toBe('042042')
  })

  it('says what to do about what Meta refuses', async () => {
    const { run, cloud } = await open({ locale: 'pt' })
    cloud.state.pin = '111111'
    const wrong = await run('register', pin('222222'))
    expect(wrong).toMatchObject({
      type: 'error',
      field: 'pin',
      message: expect.stringMatching(/Não tente adivinhar.+133005/),
    })
    cloud.state.isVerified = false
    expect(await run('register', pin('111111'))).toMatchObject({
      message: expect.stringMatching(/Verificar número.+133006/),
    })
    for (let count = 0; count < 8; count += 1) await run('register', pin('222222'))
    expect(await run('register', pin('111111'))).toMatchObject({ message: expect.stringMatching(/72 horas.+133016/) })
  })

  it('after the number was verified by a code', async () => {
    const { run, cloud } = await open()
    cloud.state.isVerified = false
    expect(await run('verifyNumber')).toMatchObject({ type: 'form', step: 'method' })
    expect(await run('verifyNumber', { step: 'method', values: { method: 'VOICE' } })).toMatchObject({
      type: 'form',
      step: 'code',
    })
    expect(cloud.requests.items.at(-1)?.json).toEqual({ code_method: 'VOICE', language: 'en_US' })
    expect(await run('verifyNumber', { step: 'code', values: { code: '12' } })).toMatchObject({
      type: 'error',
      field: 'code',
    })
    expect(await run('verifyNumber', { step: 'code', values: { code: '999999' } })).toMatchObject({ type: 'error' })
    expect(
      await run('verifyNumber', { step: 'code', values: { code: `${CODE.slice(0, 3)}-${CODE.slice(3)}` } }),
    ).toMatchObject({ type: 'done' })
    expect(cloud.state.isVerified).toBe(true)
  })
})

describe('the business profile', () => {
  it('is shown as it is at Meta, and changed', async () => {
    const { run, cloud } = await open()
    const shown = await run('profile')
    const values = { about: 'Aberto das 9 às 18', description: 'Pães e bolos', website: 'https://padaria.example' }
    expect(shown).toMatchObject({ type: 'form', step: 'save', values })
    const change = { ...values, about: '', description: ' ', email: 'oi@padaria.example', vertical: 'RESTAURANT' }
    expect(await run('profile', { step: 'save', values: change })).toMatchObject({ type: 'done' })
    expect(cloud.state.profile).toEqual({
      about: 'Aberto das 9 às 18',
      description: '',
      address: '',
      email: 'oi@padaria.example',
      websites: ['https://padaria.example'],
      vertical: 'RESTAURANT',
    })
  })

  it('gets a picture through the app', async () => {
    const { run, cloud, media } = await open()
    const picture = await media.save(Buffer.from('a logo'), { mimeType: 'image/png', fileName: 'logo.png' })
    expect(await run('profile', { step: 'save', values: { picture: picture.id } })).toMatchObject({ type: 'done' })
    expect(cloud.state.profile.profile_picture_url).toMatch(/^of:4::handle/)
    const text = await media.save(Buffer.from('a text'), { mimeType: 'text/plain', fileName: 'logo.txt' })
    expect(await run('profile', { step: 'save', values: { picture: text.id } })).toMatchObject({
      type: 'error',
      field: 'picture',
    })
  })

  it.each(['padaria.example', 'javascript:alert(1)', 'https://'])('takes no website %s', async (website) => {
    const { run, cloud } = await open()
    const answer = await run('profile', { step: 'save', values: { website } })
    expect(answer).toMatchObject({ type: 'error', field: 'website' })
    expect(cloud.requests.items).toEqual([])
  })

  it('says what Meta refuses', async () => {
    const { run } = await open()
    expect(await run('profile', { settings: { accessToken: 'EAAwrong' } })).toMatchObject({
      type: 'error',
      field: 'accessToken',
    })
  })
})

describe('the rest', () => {
  it('shows the address to paste', async () => {
    const { run, ctx } = await open()
    expect(await run('webhookAddress')).toMatchObject({
      type: 'show',
      show: { as: 'text', value: await ctx.hookUrl() },
    })
  })

  it('has Meta call again', async () => {
    const { run, cloud } = await open()
    expect(await run('subscribe', { settings: { webhook: 'own' } })).toMatchObject({ type: 'done' })
    expect(cloud.state.subscription).toHaveProperty('override_callback_uri')
    expect(await run('subscribe')).toMatchObject({ type: 'done' })
    expect(cloud.state.subscription).toEqual({})
  })

  it('tells quality and limits', async () => {
    const { run } = await open()
    expect(await run('numberInfo')).toMatchObject({
      type: 'done',
      message: expect.stringContaining('1000'),
      detail: { Quality: 'GREEN', 'Conversation limit': 'TIER_1K', Throughput: 'STANDARD', Status: 'CONNECTED' },
    })
  })
})
