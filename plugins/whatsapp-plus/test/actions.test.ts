import type { Step } from '@recado/sdk'
import { createChannelContext } from '@recado/sdk/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { whatsappPlus } from '../src/channel.ts'
import plugin from '../src/index.ts'
import { ALL, START } from './channel.ts'
import { INSTANCE, PAIRING_CODE, QR_TEXT, type StandInGateway } from './stand-in.ts'

const open: StandInGateway[] = []
afterEach(() => Promise.all(open.splice(0).map((gateway) => gateway.close())))

async function at(vendor: (typeof ALL)[number], state: 'connected' | 'disconnected' = 'connected') {
  const gateway = await START[vendor]({ state })
  open.push(gateway)
  const settings = {
    gateway: vendor,
    serverUrl: gateway.url,
    ...(vendor === 'evolution' ? { instanceName: INSTANCE } : {}),
  }
  const test = createChannelContext({ locales: plugin.locales, settings, egress: [gateway.url] })
  const run = (
    name: string,
    more: Record<string, unknown> = {},
    input: { step?: string; values?: Record<string, unknown> } = {},
  ) => {
    const action = whatsappPlus.actions?.[name]
    if (!action) throw new Error(`no action ${name}`)
    return action.run(test.ctx, { settings: { ...settings, token: gateway.token, ...more }, ...input }, test.ctx.signal)
  }
  return { gateway, run, test }
}

const done = (step: Step) => (step.type === 'done' ? step : null)

describe.each(ALL)('the actions on %s', (vendor) => {
  it('test the connection and name whose it is', async () => {
    const { run } = await at(vendor)
    expect(done(await run('testConnection'))).toMatchObject({
      message: 'All is well: the gateway is linked to the WhatsApp of Loja.',
      detail: { state: 'connected', number: '+551130000000' },
    })
  })

  it('tell that no phone is linked, and blame a wrong token', async () => {
    const { run, gateway } = await at(vendor, 'disconnected')
    expect(done(await run('testConnection'))?.message).toContain('no phone is linked')
    expect(gateway.world.state).toBe('disconnected')
    expect(await run('testConnection', { token: 'wrong' })).toMatchObject({ type: 'error', field: 'token' })
  })

  it('show a QR code', async () => {
    const { run, gateway, test } = await at(vendor, 'disconnected')
    expect(await run('showQr')).toMatchObject({ type: 'show', show: { as: 'qr', value: QR_TEXT }, wait: true })
    gateway.world.state = 'connected'
    expect(done(await run('showQr'))?.message).toBe('The phone is linked already.')
    expect(test.missingTexts.size).toBe(0)
  })

  it('ask for the phone and show the code to type', async () => {
    const { run } = await at(vendor, 'disconnected')
    expect(await run('pairingCode')).toMatchObject({ type: 'form', step: 'phone' })
    const nonsense = { step: 'phone', values: { phone: 'x' } }
    expect(await run('pairingCode', {}, nonsense)).toMatchObject({ type: 'error', field: 'phone' })
    const answer = { step: 'phone', values: { phone: '(11) 3000-0000' } }
    expect(await run('pairingCode', {}, answer)).toMatchObject({
      type: 'show',
      show: { as: 'code', value: PAIRING_CODE },
    })
  })

  it('unlink the phone after a question', async () => {
    const { run, gateway } = await at(vendor)
    expect(await run('unlink')).toMatchObject({ type: 'form', step: 'confirm' })
    expect(gateway.world.state).toBe('connected')
    expect(done(await run('unlink', {}, { step: 'confirm' }))).not.toBeNull()
    expect(gateway.world.state).toBe('disconnected')
  })
})

describe('the test of the connection', () => {
  it('makes no instance', async () => {
    const { run, gateway } = await at('uazapi', 'disconnected')
    const step = await run('testConnection', { token: '', adminToken: gateway.adminToken })
    expect(done(step)?.message).toContain('will be created')
    expect(gateway.requests.items).toEqual([])
  })

  it('blames the address when another server answers', async () => {
    const { run, gateway } = await at('uazapi')
    gateway.fail('/', { status: 200, body: '<html>hello</html>' })
    expect(await run('testConnection')).toMatchObject({ type: 'error', field: 'serverUrl' })
    expect(await run('testConnection', { serverUrl: 'company.uazapi.com' })).toMatchObject({ field: 'serverUrl' })
  })
})
