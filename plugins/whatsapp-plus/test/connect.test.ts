import { createTestBus, createTestStore } from '@recado/sdk/testing'
import { describe, expect, it } from 'vitest'
import { ALL, openChannel, publish, SECRET, START } from './channel.ts'
import { PAIRING_CODE, QR_TEXT } from './stand-in.ts'

describe.each(ALL)('linking a phone through %s', (vendor) => {
  it('is connected when the gateway is, with the webhook set', async () => {
    const { channel, ctx, gateway, reports } = await openChannel(vendor)
    await channel.connect(ctx.signal)
    expect(reports.items).toMatchObject([
      { state: 'connecting' },
      { state: 'connected', account: { id: '551130000000', number: '+551130000000', name: 'Loja' } },
    ])
    expect(gateway.world.webhook?.url).toBe(`https://recado.invalid/hooks/instance-1/in/${SECRET}`)
    await channel.forget?.(ctx.signal)
    expect(gateway.world.webhook).toBeNull()
  })

  it('shows what the phone scans, and is connected once it did', async () => {
    const gateway = await START[vendor]({ state: 'disconnected' })
    const opened = await openChannel(vendor, { gateway })
    await publish(opened)
    const { channel, ctx, reports } = opened
    await channel.connect(ctx.signal)
    const waiting = await reports.waitFor(({ show }) => show !== undefined)
    expect(waiting).toMatchObject({
      state: 'waiting-qr',
      userAction: 'scan',
      show: { as: 'qr', value: QR_TEXT, expiresAt: ctx.clock.now() + 120_000 },
    })
    await gateway.scan()
    await reports.waitFor(({ state }) => state === 'connected')
    await gateway.close()
  })

  it('shows the code to type, and never the QR code beside it', async () => {
    const gateway = await START[vendor]({ state: 'disconnected' })
    const settings = { pairing: 'code', phone: '(11) 3000-0000' }
    const { channel, ctx, reports, requests } = await openChannel(vendor, { gateway, settings })
    await channel.connect(ctx.signal)
    const { show } = await reports.waitFor((report) => report.show !== undefined)
    expect(show).toMatchObject({ as: 'code', value: PAIRING_CODE, expiresAt: ctx.clock.now() + 300_000 })
    const looks = requests.items.length
    await requests.waitForCount(looks + 4)
    expect(reports.items.every((report) => report.show === undefined || report.show.as === 'code')).toBe(true)
    await gateway.scan()
    await reports.waitFor(({ state }) => state === 'connected')
    await gateway.close()
  })

  it('gives up when nobody scans in time, and takes a phone that comes later', async () => {
    const gateway = await START[vendor]({ state: 'disconnected' })
    const { channel, ctx, clock, reports } = await openChannel(vendor, { gateway })
    await channel.connect(ctx.signal)
    await reports.waitFor(({ show }) => show !== undefined)
    clock.advance(120_001)
    expect(await reports.waitFor(({ state }) => state === 'disconnected')).toMatchObject({ userAction: 'scan' })
    await gateway.scan()
    await reports.waitFor(({ state }) => state === 'connected')
    await gateway.close()
  })

  it('tells of a connection that broke, and of one that came back', async () => {
    const { channel, ctx, gateway, reports } = await openChannel(vendor)
    await channel.connect(ctx.signal)
    await gateway.breaks('lost')
    await reports.waitFor(({ state }) => state === 'lost')
    reports.clear()
    await gateway.scan()
    await reports.waitFor(({ state }) => state === 'connected')
  })

  it('asks for a new token when this one is refused, and stops asking the gateway', async () => {
    const { channel, ctx, gateway, reports } = await openChannel(vendor)
    await channel.connect(ctx.signal)
    gateway.revokeToken()
    await reports.waitFor(({ state, userAction }) => state === 'disconnected' && userAction === 'reauthorise')
    await expect(channel.connect(ctx.signal)).rejects.toMatchObject({ code: 'AUTH_EXPIRED' })
  })

  it('registers its address again when it is gone, and says so when another took its place', async () => {
    const { channel, ctx, gateway, reports } = await openChannel(vendor)
    await channel.connect(ctx.signal)
    const [ours] = [gateway.world.webhook]
    gateway.world.webhook = null
    await gateway.requests.waitFor(() => gateway.world.webhook !== null)
    gateway.world.webhook = { ...(ours ?? { events: [], raw: {} }), url: 'https://other.example/hook' }
    const told = await reports.waitFor(({ notices }) => notices !== undefined)
    expect(told).toMatchObject({ state: 'connected', notices: [{ level: 'warning' }] })
    expect(gateway.world.webhook.url).toBe('https://other.example/hook')
  })

  it('makes the instance with the token of the administrator, once, and keeps its token sealed', async () => {
    const gateway = await START[vendor]({ state: 'disconnected' })
    const store = createTestStore()
    const secrets = { adminToken: gateway.adminToken, webhookSecret: SECRET }
    const first = await openChannel(vendor, { gateway, store, secrets })
    await first.channel.connect(first.ctx.signal)
    await first.reports.waitFor(({ show }) => show !== undefined)
    expect(store.entries.get('created')).toMatchObject({ sealed: true })
    expect(store.entries.get('created')?.json).toContain(gateway.world.token)
    await first.channel.disconnect()

    const asked = () => gateway.requests.items.filter(({ path }) => /instance\/(init|create)|admin/.test(path)).length
    expect(asked()).toBe(1)
    const second = await openChannel(vendor, { gateway, store, secrets })
    await second.channel.connect(second.ctx.signal)
    expect(asked()).toBe(1)
    await second.channel.disconnect()

    // The store was thrown away: the instance is found again, and no other is made.
    const [token, made] = [gateway.world.token, gateway.world.created]
    const third = await openChannel(vendor, { gateway, secrets })
    await third.channel.connect(third.ctx.signal)
    expect([gateway.world.token, gateway.world.created]).toEqual([token, made])
    await third.channel.disconnect()
    await gateway.close()
  })
})

describe('the connection', () => {
  it('needs a token', async () => {
    const { channel, ctx, reports } = await openChannel('uazapi', { secrets: { webhookSecret: SECRET } })
    await expect(channel.connect(ctx.signal)).rejects.toMatchObject({ code: 'MISCONFIGURED', field: 'token' })
    expect(reports.items.at(-1)).toMatchObject({ state: 'disconnected', userAction: 'check-settings' })
  })

  it('says so when the address is a page of another server', async () => {
    const { channel, ctx, gateway, reports } = await openChannel('uazapi')
    gateway.fail('/instance/status', { status: 200, body: '<html>Welcome</html>' })
    await expect(channel.connect(ctx.signal)).rejects.toMatchObject({ code: 'MISCONFIGURED', field: 'serverUrl' })
    expect(reports.items.at(-1)?.reason).toContain('No gateway answers')
  })

  it('is refused for an address that the egress policy refuses', async () => {
    const { channel, ctx } = await openChannel('uazapi', { egress: [], endpoints: { pictures: 'http://127.0.0.1:9' } })
    await expect(channel.connect(ctx.signal)).rejects.toMatchObject({ code: 'MISCONFIGURED', field: 'serverUrl' })
  })

  it('knows an instance that Evolution does not', async () => {
    const { channel, ctx } = await openChannel('evolution', { settings: { instanceName: 'other' } })
    await expect(channel.connect(ctx.signal)).rejects.toMatchObject({ code: 'MISCONFIGURED', field: 'instanceName' })
  })

  it('leaves trying again to the host when the gateway is away', async () => {
    const { channel, ctx, gateway, reports } = await openChannel('uazapi')
    gateway.fail('/instance/status', { status: 500, body: '<html>502</html>' })
    await expect(channel.connect(ctx.signal)).rejects.toMatchObject({ code: 'TEMPORARY' })
    expect(reports.items.at(-1)).toMatchObject({ state: 'lost', userAction: 'wait' })
    await channel.connect(ctx.signal)
    expect(reports.items.at(-1)).toMatchObject({ state: 'connected' })
  })

  it('survives one look that fails, and is lost after the second', async () => {
    const { channel, ctx, gateway, reports, logs } = await openChannel('uazapi')
    await channel.connect(ctx.signal)
    gateway.fail('/instance/status', 'drop')
    await logs.waitFor(({ message }) => message.includes('could not be asked'))
    expect(reports.items.at(-1)).toMatchObject({ state: 'connected' })
    gateway.fail('/instance/status', 'drop', 2)
    await reports.waitFor(({ state }) => state === 'lost')
    reports.clear()
    await reports.waitFor(({ state }) => state === 'connected')
  })

  it('tells that the phone unlinked the device', async () => {
    const opened = await openChannel('uazapi', { timing: { healthMs: 60_000 } })
    await publish(opened)
    await opened.channel.connect(opened.ctx.signal)
    await opened.gateway.breaks('logged out')
    const told = await opened.reports.waitFor(({ state }) => state === 'disconnected')
    expect(told).toMatchObject({ userAction: 'scan', reason: expect.stringContaining('unlinked') })
  })

  it('learns of a change from the node that the hook came to', async () => {
    const bus = createTestBus()
    const gateway = await START.uazapi()
    const owner = await openChannel('uazapi', { gateway, bus, timing: { healthMs: 60_000 } })
    const other = await openChannel('uazapi', { gateway, bus })
    await publish(other)
    await owner.channel.connect(owner.ctx.signal)
    await gateway.breaks('lost')
    await owner.reports.waitFor(({ state }) => state === 'lost')
    await owner.channel.disconnect()
    await gateway.close()
  })

  it('takes the settings of calls along where the gateway rejects by itself', async () => {
    const settings = { rejectCalls: true, callMessage: 'Escreva para nós.' }
    const { channel, ctx, gateway } = await openChannel('evolution', { settings })
    await channel.connect(ctx.signal)
    const { json } = await gateway.requests.waitFor(({ path }) => path.startsWith('/settings/set'))
    expect(json).toMatchObject({
      rejectCall: true,
      msgCall: 'Escreva para nós.',
      alwaysOnline: true,
      groupsIgnore: false,
    })
  })

  it('asks an older Evolution for the events that it knows', async () => {
    const { channel, ctx, gateway } = await openChannel('evolution')
    gateway.fail('/webhook/set', {
      status: 400,
      json: { response: { message: ['instance is not one of enum values'] } },
    })
    await channel.connect(ctx.signal)
    expect(gateway.world.webhook?.events).not.toContain('MESSAGES_EDITED')
    expect(gateway.world.webhook?.raw).toMatchObject({ webhook: { byEvents: false, base64: false } })
  })

  it('registers the one webhook of uazapi with nothing behind its address', async () => {
    const { channel, ctx, gateway } = await openChannel('uazapi', { settings: { ignoreGroups: true } })
    await channel.connect(ctx.signal)
    expect(gateway.world.webhook?.raw).toEqual({
      enabled: true,
      url: `https://recado.invalid/hooks/instance-1/in/${SECRET}`,
      events: ['connection', 'messages', 'messages_update', 'history', 'call', 'contacts', 'presence', 'groups'],
      excludeMessages: ['isGroupYes'],
      addUrlEvents: false,
      addUrlTypesMessages: false,
    })
  })
})
