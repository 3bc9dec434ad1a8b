import { createTestStore, type StandInRequest } from '@recado/sdk/testing'
import { describe, expect, it } from 'vitest'
import plugin from '../src/index.ts'
import { openChannel, openUnconnected } from './channel.ts'

const to = (method: string, path: string) => (request: StandInRequest) =>
  request.method === method && request.path === path

describe('connecting', () => {
  it('subscribes to messages and states at this channel’s address', async () => {
    const { hub, reports } = await openChannel({ at: 'ch-77' })
    expect(hub.account.subscriptions).toMatchObject([
      { channel: 'ch-77', eventType: 'MESSAGE', url: 'https://recado.invalid/hooks/instance-1' },
      { channel: 'ch-77', eventType: 'MESSAGE_STATUS', url: 'https://recado.invalid/hooks/instance-1' },
    ])
    expect(reports.items.at(-1)).toMatchObject({ state: 'connected', account: { id: 'ch-77', name: 'Loja Instagram' } })
    expect(reports.items.at(-1)?.notices).toHaveLength(1)
  })

  it('takes what is subscribed already as done', async () => {
    const { hub, channel, ctx, reports } = await openChannel()
    await channel.connect(ctx.signal)
    expect(hub.account.subscriptions).toHaveLength(2)
    expect(reports.items.at(-1)).toMatchObject({ state: 'connected', notices: [] })
  })

  it('moves the subscriptions when the address was changed, and ends them when it is switched off', async () => {
    const store = createTestStore()
    const { hub, channel } = await openChannel({ store })
    const { hookRequest, createChannelContext } = await import('@recado/sdk/testing')
    const { openHub } = await import('../src/instance.ts')
    const test = createChannelContext({
      locales: plugin.locales,
      endpoints: { api: hub.url },
      settings: { channel: 'ch-wa', kind: 'auto' },
      secrets: { token: hub.token },
      store,
      hookBase: 'https://new.invalid',
    })
    const moved = openHub(test.ctx)
    await moved.connect(test.ctx.signal)
    expect(hub.account.subscriptions.map(({ url }) => url)).toEqual(
      Array(2).fill('https://new.invalid/hooks/instance-1'),
    )
    await channel.receiveHook?.(hookRequest({ method: 'GET' }))
    await moved.disconnect()
    expect(hub.account.subscriptions).toEqual([])
    test.close()
  })

  it('refuses a channel’s token in place of the account’s', async () => {
    const { channel, ctx, reports } = await openUnconnected({ secrets: { token: 'token-of-a-channel' } })
    await expect(channel.connect(ctx.signal)).rejects.toMatchObject({ code: 'AUTH_EXPIRED' })
    expect(reports.items.at(-1)).toMatchObject({ state: 'disconnected', userAction: 'reauthorise' })
    expect(reports.items.at(-1)?.reason).toContain('account')
  })

  it('says when the account has no such channel', async () => {
    const { channel, ctx, reports } = await openUnconnected({ at: 'ch-gone' })
    await expect(channel.connect(ctx.signal)).rejects.toMatchObject({ code: 'MISCONFIGURED', field: 'channel' })
    expect(reports.items.at(-1)).toMatchObject({ state: 'disconnected', userAction: 'check-settings' })
  })

  it('is lost while the hub does not answer', async () => {
    const { channel, ctx, reports, hub } = await openUnconnected()
    hub.fail(to('GET', '/v1/channels'), { status: 503 })
    await expect(channel.connect(ctx.signal)).rejects.toMatchObject({ code: 'TEMPORARY' })
    expect(reports.items.at(-1)).toMatchObject({ state: 'lost', userAction: 'wait' })
  })

  it('works at another address of the hub, with or without its version', async () => {
    const { hub } = await openUnconnected()
    const typed = {
      settings: { baseUrl: `${hub.url}/v1/` },
      endpoints: { api: 'http://127.0.0.1:9' },
      egress: [hub.url],
    }
    const { channel, ctx, reports } = await openUnconnected({ ...typed, secrets: { token: hub.token } })
    await channel.connect(ctx.signal)
    expect(reports.items.at(-1)?.state).toBe('connected')
  })

  it('is told when the token is taken back', async () => {
    const { send, hub, reports } = await openChannel()
    hub.revoke()
    await expect(send({ type: 'text', text: 'Oi' })).rejects.toMatchObject({ code: 'AUTH_EXPIRED' })
    expect(reports.items.at(-1)).toMatchObject({ state: 'disconnected', userAction: 'reauthorise' })
  })

  it('asks now and then whether token and channel still stand', async () => {
    const { hub, ctx, reports, schedule, clock } = await openChannel()
    const [definition] = plugin.contributions
    const check = definition?.kind === 'channel' ? definition.onSchedule : undefined
    const due = async () => {
      clock.advance(30 * 60_000)
      for (const { name, payload } of schedule.takeDue()) await check?.(ctx, name, payload, ctx.signal)
    }
    await due()
    hub.fail(to('GET', '/v1/channels'), { status: 503 })
    await due()
    expect(reports.items.at(-1)?.state).toBe('connected')
    hub.removeChannel('ch-wa')
    await due()
    expect(reports.items.at(-1)).toMatchObject({ state: 'disconnected', userAction: 'check-settings' })
    expect(schedule.pending()).toEqual([])
  })

  it('is told when the channel is removed', async () => {
    const { send, hub, reports } = await openChannel()
    hub.removeChannel('ch-wa')
    await expect(send({ type: 'text', text: 'Oi' })).rejects.toMatchObject({ code: 'MISCONFIGURED', field: 'channel' })
    expect(reports.items.at(-1)).toMatchObject({ state: 'disconnected', userAction: 'check-settings' })
  })
})

describe('actions', () => {
  const [definition] = plugin.contributions
  const actions = definition?.kind === 'channel' ? (definition.actions ?? {}) : {}

  it('list the account’s channels and test the chosen one', async () => {
    const { ctx, hub } = await openUnconnected()
    const run = (name: string, settings: object) =>
      actions[name]?.run(ctx as never, { settings: { token: hub.token, ...settings } }, ctx.signal)
    expect(await run('listChannels', {})).toMatchObject({
      type: 'options',
      options: expect.arrayContaining([{ value: 'ch-77', label: 'Loja Instagram (instagram)' }]),
    })
    expect(await run('testConnection', { channel: 'ch-77' })).toMatchObject({
      type: 'done',
      detail: { kind: 'instagram' },
    })
    expect(await run('testConnection', {})).toMatchObject({ type: 'error', field: 'channel' })
    expect(await run('testConnection', { channel: 'x' })).toMatchObject({ type: 'error', field: 'channel' })
    expect(await run('listChannels', { token: 'x' })).toMatchObject({ type: 'error', field: 'token' })
    expect(await run('listChannels', { token: '' })).toMatchObject({ type: 'error', field: 'token' })
  })

  it('read a bare list as well', async () => {
    const { ctx, hub } = await openUnconnected()
    hub.fail(to('GET', '/v1/channels'), { json: [{ id: 7, name: 'Loja', channel: 'WhatsApp Business' }, null] })
    const step = await actions.listChannels?.run(ctx as never, { settings: { token: hub.token } }, ctx.signal)
    expect(step).toEqual({ type: 'options', options: [{ value: '7', label: 'Loja (whatsapp)' }] })
  })
})
