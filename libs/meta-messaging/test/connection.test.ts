import { describe, expect, it } from 'vitest'
import { metaActions } from '../src/actions.ts'
import { FACEBOOK, INSTAGRAM } from '../src/platform.ts'
import { keepAppointments, openChannel, words } from './channel.ts'

const HOUR = 3_600_000

describe('connecting', () => {
  it('subscribes the page and tells the account', async () => {
    const { channel, ctx, meta, reports } = await openChannel('facebook')
    await channel.connect(ctx.signal)
    expect(meta.subscriptions.items).toEqual([{ id: '700100', fields: FACEBOOK.fields.split(',') }])
    expect(reports.items.map(({ state }) => state)).toEqual(['connecting', 'connected'])
    expect(reports.items.at(-1)?.account).toEqual({ id: '700100', name: 'Padaria Sol', also: [] })
  })

  it('subscribes the professional account, through its page where it has to', async () => {
    const linked = await openChannel('instagram')
    await linked.channel.connect(linked.ctx.signal)
    expect(linked.meta.subscriptions.items).toMatchObject([{ id: '700100' }])
    const account = { id: '17840000000000001', name: '@padaria.sol', also: ['700100'] }
    expect(linked.reports.items.at(-1)?.account).toEqual(account)

    const alone = await openChannel('instagram', { settings: { access: 'instagram' }, standIn: { login: 'instagram' } })
    await alone.channel.connect(alone.ctx.signal)
    expect(alone.meta.subscriptions.items).toEqual([{ id: account.id, fields: INSTAGRAM.fields.split(',') }])
    expect(alone.reports.items.at(-1)?.account).toMatchObject({ id: account.id, also: [`9${account.id}`] })

    // Messenger may live from the page's subscription too
    await linked.channel.forget?.(linked.ctx.signal)
    expect(linked.meta.subscriptions.items).toHaveLength(1)
    await alone.channel.forget?.(alone.ctx.signal)
    expect(alone.meta.subscriptions.items.at(-1)).toEqual({ id: account.id, fields: [] })
  })

  it('asks for the page token when the pasted one is a person’s', async () => {
    const { channel, ctx, meta, store, send } = await openChannel('facebook', {
      secrets: { accessToken: 'EAA-stand-in-person-token' },
    })
    await channel.connect(ctx.signal)
    await send(words('oi'))
    expect(meta.sent.items).toHaveLength(1)
    const kept = [...store.entries].filter(([, { json }]) => json.includes(meta.token))
    expect(kept.map(([, { sealed }]) => sealed)).toEqual([true])
  })

  it('believes no page that the token is not for', async () => {
    const { channel, ctx, reports, meta } = await openChannel('facebook', { settings: { accountId: '123' } })
    await expect(channel.connect(ctx.signal)).rejects.toMatchObject({ code: 'MISCONFIGURED', field: 'accountId' })
    expect(reports.items.at(-1)).toMatchObject({ state: 'disconnected', userAction: 'check-settings' })
    expect(meta.subscriptions.items).toEqual([])
  })

  it('says what is missing', async () => {
    const noSecret = await openChannel('facebook', { secrets: { appSecret: '' } })
    await expect(noSecret.channel.connect(noSecret.ctx.signal)).rejects.toMatchObject({ field: 'appSecret' })
    const noToken = await openChannel('facebook', { secrets: { accessToken: '' } })
    await expect(noToken.channel.connect(noToken.ctx.signal)).rejects.toMatchObject({ field: 'accessToken' })
    const noLogin = await openChannel('facebook', { settings: { access: 'login' } })
    await expect(noLogin.channel.connect(noLogin.ctx.signal)).rejects.toMatchObject({ field: 'access' })
  })

  it('tells a dead token, and is back with a new one', async () => {
    const { channel, ctx, reports, meta } = await openChannel('facebook')
    const next = meta.revokeToken()
    await expect(channel.connect(ctx.signal)).rejects.toMatchObject({ code: 'AUTH_EXPIRED' })
    expect(reports.items.at(-1)).toMatchObject({ state: 'disconnected', userAction: 'reauthorise' })
    const again = await openChannel('facebook', { meta, secrets: { accessToken: next } })
    await again.channel.connect(again.ctx.signal)
    expect(again.reports.items.at(-1)).toMatchObject({ state: 'connected' })
  })

  it('tells a missing permission in words', async () => {
    const { channel, ctx, reports, meta } = await openChannel('facebook')
    meta.refuse({ call: 'any', code: 200, message: 'Requires pages_manage_metadata' })
    await expect(channel.connect(ctx.signal)).rejects.toMatchObject({ code: 'AUTH_EXPIRED' })
    expect(reports.items.at(-1)?.reason).toContain('pages_manage_metadata')
  })

  it('tries later when Meta is away', async () => {
    const { channel, ctx, reports, meta } = await openChannel('facebook')
    meta.fail(() => true, { status: 503 }, 1)
    await expect(channel.connect(ctx.signal)).rejects.toMatchObject({ code: 'TEMPORARY' })
    expect(reports.items.at(-1)).toMatchObject({ state: 'lost', userAction: 'wait' })
  })
})

describe('the regular look', () => {
  it('subscribes anew, finds a dead token, and ends with the connection', async () => {
    const test = await openChannel('facebook')
    await test.channel.connect(test.ctx.signal)
    test.clock.advance(6 * HOUR)
    await keepAppointments(test)
    expect(test.meta.subscriptions.items).toHaveLength(2)
    test.meta.fail(() => true, { status: 503 }, 1)
    test.clock.advance(6 * HOUR)
    await keepAppointments(test)
    expect(test.reports.items.at(-1)).toMatchObject({ state: 'connected' })
    test.meta.revokeToken()
    test.clock.advance(6 * HOUR)
    await keepAppointments(test)
    expect(test.reports.items.at(-1)).toMatchObject({ state: 'disconnected', userAction: 'reauthorise' })
    expect(test.schedule.pending()).toEqual([])
    await test.channel.connect(test.ctx.signal).catch(() => undefined)
    await test.channel.disconnect()
    expect(test.schedule.pending()).toEqual([])
  })

  it('takes out what has had its time', async () => {
    const test = await openChannel('facebook')
    await test.bia.comesFrom({ source: 'SHORTLINK', ref: 'a' })
    const comment = { externalId: await test.bia.comments('oi'), reply: 'private' as const }
    await test.send(words('oi'), { comment })
    const kept = () => [...test.store.entries.keys()].filter((key) => /^(arrival|private-reply):/.test(key))
    await test.channel.connect(test.ctx.signal)
    test.clock.advance(6 * HOUR)
    await keepAppointments(test)
    expect(kept()).toHaveLength(2)
    test.clock.advance(9 * 24 * HOUR)
    await keepAppointments(test)
    expect(kept()).toEqual([])
  })

  it('renews tokens of Instagram’s own login', async () => {
    const test = await openChannel('instagram', {
      settings: { access: 'instagram' },
      standIn: { login: 'instagram' },
    })
    await test.channel.connect(test.ctx.signal)
    const first = test.meta.token
    test.clock.advance(6 * HOUR)
    await keepAppointments(test)
    expect(test.meta.token).toBe(first)
    test.clock.advance(8 * 24 * HOUR)
    await keepAppointments(test)
    expect(test.meta.token).not.toBe(first)
    test.bia.wroteAt(test.clock.now())
    await test.send(words('oi'))
    expect(test.meta.sent.items).toHaveLength(1)
  })
})

describe('actions', () => {
  it('test the connection without changing anything', async () => {
    const { ctx, meta, store, reports } = await openChannel('instagram')
    const run = (draft: Record<string, unknown>) =>
      metaActions(INSTAGRAM).testConnection?.run(ctx, { settings: draft }, ctx.signal)
    expect(await run({ access: 'token', accessToken: meta.token })).toMatchObject({
      type: 'done',
      message: 'All well: this is the account @padaria.sol.',
    })
    expect(await run({ access: 'token', accessToken: 'wrong' })).toMatchObject({ type: 'error', field: 'accessToken' })
    expect(await run({ access: 'token', accessToken: meta.token, accountId: '1' })).toMatchObject({
      field: 'accountId',
    })
    expect(await run({ access: 'login' })).toMatchObject({ type: 'error', field: 'access' })
    expect([...store.entries.keys(), ...reports.items, ...meta.subscriptions.items]).toEqual([])
  })

  it('show where Meta has to call', async () => {
    const { ctx } = await openChannel('facebook')
    const step = await metaActions(FACEBOOK).webhook?.run(ctx, { settings: { verifyToken: 'our-word' } }, ctx.signal)
    expect(step).toMatchObject({ show: { value: 'https://recado.invalid/hooks/instance-1' } })
    expect(JSON.stringify(step)).toContain('our-word')
  })
})
