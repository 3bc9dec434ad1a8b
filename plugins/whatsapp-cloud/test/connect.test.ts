import { closedAddress } from '@recado/sdk/testing'
import { describe, expect, it } from 'vitest'
import { whatsappCloud } from '../src/channel.ts'
import { openChannel } from './channel.ts'
import type { Json } from './stand-in.ts'

type Options = Parameters<typeof openChannel>[0]

describe('connecting', () => {
  it('checks number and account, has Meta call, and names the account', async () => {
    const { cloud, connect, reports } = await openChannel()
    await connect()
    expect(reports.items.map(({ state }) => state)).toEqual(['connecting', 'connecting', 'connected'])
    // Known before Meta may call.
    expect(reports.items[1]).toMatchObject({ account: { id: cloud.phoneNumberId, also: [cloud.businessAccountId] } })
    expect(reports.items[2]).toMatchObject({
      account: {
        id: cloud.phoneNumberId,
        also: [cloud.businessAccountId],
        number: cloud.display,
        name: 'Recado Teste',
      },
      notices: [
        { level: 'info', text: expect.stringContaining('1000') },
        { level: 'info', text: expect.stringContaining('80') },
      ],
    })
    expect(cloud.state.subscription).toEqual({})
  })

  it('registers the channel’s own address where it is asked to', async () => {
    const { cloud, connect, ctx, channel } = await openChannel({ settings: { webhook: 'own' } })
    await connect()
    const own = { override_callback_uri: await ctx.hookUrl(), verify_token: 'our-verify-token' }
    expect(cloud.state.subscription).toEqual(own)

    // another channel's address counts by now
    cloud.state.subscription = { ...own, override_callback_uri: 'https://recado.invalid/hooks/other' }
    await channel.forget?.(ctx.signal)
    expect(cloud.state.subscription).not.toBeNull()
    cloud.state.subscription = own
    await channel.forget?.(ctx.signal)
    expect(cloud.state.subscription).toBeNull()
  })

  it('tells what a person has to know', async () => {
    const { cloud, connect, reports } = await openChannel()
    Object.assign(cloud.state.info, {
      quality_rating: 'RED',
      status: 'FLAGGED',
      messaging_limit_tier: 'TIER_UNLIMITED',
      platform_type: 'NOT_APPLICABLE',
      throughput: { level: 'HIGH' },
    })
    await connect()
    expect(reports.items.at(-1)?.notices?.map(({ level }) => level)).toEqual(['warning', 'warning', 'error', 'info'])
  })

  it.each<[string, Options, object]>([
    ['no token', { secrets: { accessToken: '' } }, { code: 'MISCONFIGURED', field: 'accessToken' }],
    ['a token that is refused', { secrets: { accessToken: 'EAAold' } }, { code: 'AUTH_EXPIRED' }],
    [
      'a number that is not there',
      { settings: { phoneNumberId: '1' } },
      { code: 'MISCONFIGURED', field: 'phoneNumberId' },
    ],
    [
      'an account that is not there',
      { settings: { businessAccountId: '1' } },
      { code: 'MISCONFIGURED', field: 'businessAccountId' },
    ],
  ])('%s only a person can mend', async (_, options, error) => {
    const { connect, reports } = await openChannel(options)
    await expect(connect()).rejects.toMatchObject(error)
    expect(reports.items.at(-1)).toMatchObject({ state: 'disconnected', reason: expect.any(String) })
  })

  it('a number of another account is nobody’s to take', async () => {
    const test = await openChannel()
    const other = test.cloud.addNumber({ token: test.cloud.token })
    const wrong = await openChannel({ cloud: test.cloud, settings: { businessAccountId: other.businessAccountId } })
    await expect(wrong.connect()).rejects.toMatchObject({ code: 'MISCONFIGURED', field: 'businessAccountId' })
    expect(wrong.reports.items.at(-1)).not.toHaveProperty('account')
  })

  it('Meta being away is told and passes', async () => {
    const { connect, reports } = await openChannel({ endpoints: { graph: await closedAddress() } })
    await expect(connect()).rejects.toMatchObject({ code: 'TEMPORARY' })
    expect(reports.items.at(-1)).toMatchObject({ state: 'lost', userAction: 'wait' })
  })

  it('a revoked token stops the channel; with a new one it goes on', async () => {
    const test = await openChannel()
    await test.connect()
    const rita = test.cloud.addPerson()
    test.cloud.userSays(rita, 'Oi')
    test.cloud.revokeToken('EAAnew-token-0123456789')
    await expect(test.send(rita, { type: 'text', text: 'Olá' })).rejects.toMatchObject({ code: 'AUTH_EXPIRED' })
    expect(test.reports.items.at(-1)).toMatchObject({ state: 'disconnected', userAction: 'reauthorise' })
    const again = await openChannel({
      cloud: test.cloud,
      store: test.store,
      secrets: { accessToken: 'EAAnew-token-0123456789' },
    })
    await again.connect()
    expect(again.reports.items.at(-1)).toMatchObject({ state: 'connected' })
    await again.send(rita, { type: 'text', text: 'Olá' })
  })

  it('what has to be put right at Meta is looked at again', async () => {
    const { cloud, connect, send, reports } = await openChannel()
    await connect()
    const rita = cloud.addPerson()
    cloud.userSays(rita, 'Oi')
    cloud.refuse(131042)
    await expect(send(rita, { type: 'text', text: 'Olá' })).rejects.toMatchObject({ code: 'MISCONFIGURED' })
    expect(reports.items.at(-1)).toMatchObject({
      state: 'lost',
      userAction: 'check-settings',
      reason: expect.stringContaining('payment'),
    })
    await connect()
    expect(reports.items.at(-1)).toMatchObject({ state: 'connected' })
  })

  it('reads the number anew once a day', async () => {
    const { cloud, connect, clock, schedule, ctx, reports } = await openChannel()
    await connect()
    cloud.state.info.quality_rating = 'YELLOW'
    clock.advance(24 * 3600_000)
    for (const { name, payload } of schedule.takeDue()) await whatsappCloud.onSchedule?.(ctx, name, payload, ctx.signal)
    expect(reports.items.at(-1)?.notices).toContainEqual({ level: 'warning', text: 'Quality of the number: medium.' })
    expect(schedule.pending()).toHaveLength(1)
    cloud.revokeToken()
    clock.advance(24 * 3600_000)
    for (const { name, payload } of schedule.takeDue()) await whatsappCloud.onSchedule?.(ctx, name, payload, ctx.signal)
    expect(schedule.pending()).toHaveLength(1)
  })

  it('says that nothing can be believed without any secret', async () => {
    const { connect, reports } = await openChannel({ secrets: { appSecret: '' } })
    await connect()
    expect(reports.items.at(-1)).toMatchObject({ state: 'connected', notices: [{ level: 'error' }, {}, {}] })
  })

  it('does without what a version of the API no longer tells', async () => {
    const { cloud, connect, reports } = await openChannel()
    const error = { code: 100, message: 'Tried accessing nonexisting field (messaging_limit_tier)' }
    cloud.fail(new RegExp(`^/${cloud.phoneNumberId}$`), { status: 400, json: { error } })
    await connect()
    expect(reports.items.at(-1)).toMatchObject({ state: 'connected', account: { number: cloud.display }, notices: [] })
  })

  it('keeps nothing that is worthless', async () => {
    const { connect, store, clock } = await openChannel()
    await store.set('upload:a', { id: '1', until: clock.now() - 1 })
    await store.set('upload:b', { id: '2', until: clock.now() + 1 })
    await connect()
    expect([...store.entries.keys()].filter((key) => key.startsWith('upload:'))).toEqual(['upload:b'])
  })
})

describe('what Meta tells of the account', () => {
  const told = async (...changes: [string, Json][]) => {
    const test = await openChannel()
    await test.connect()
    for (const [field, value] of changes) await test.receive(test.cloud.webhooks.tell(field, value))
    return { ...test, last: () => test.reports.items.at(-1) }
  }
  const update = (value: Json): [string, Json] => ['account_update', value]

  it('a restriction, until it ends', async () => {
    const until = Date.UTC(2026, 0, 20)
    const restriction_info = [{ restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', expiration: until / 1000 }]
    const { last, clock, receive, cloud } = await told(update({ event: 'ACCOUNT_RESTRICTION', restriction_info }))
    expect(last()).toMatchObject({
      state: 'connected',
      notices: [{ level: 'error', until, text: expect.stringContaining('2026-01-20') }, {}, {}],
    })
    clock.set(until + 1)
    await receive(
      cloud.webhooks.tell('account_update', { event: 'ACCOUNT_VIOLATION', violation_info: { violation_type: 'SPAM' } }),
    )
    expect(last()?.notices).toMatchObject([{ level: 'warning', text: expect.stringContaining('spam') }, {}, {}])
  })

  it('a ban that is announced, comes and goes', async () => {
    const ban = (waba_ban_state: string) => update({ event: 'DISABLED_UPDATE', ban_info: { waba_ban_state } })
    expect((await told(ban('SCHEDULE_FOR_DISABLE'))).last()).toMatchObject({
      state: 'connected',
      notices: [{ level: 'error' }, {}, {}],
    })
    expect((await told(ban('DISABLE'))).last()).toMatchObject({ state: 'disconnected', reason: expect.any(String) })
    expect((await told(ban('DISABLE'), ban('REINSTATE'))).last()).toMatchObject({ state: 'connected' })
  })

  it.each(['ACCOUNT_DELETED', 'PARTNER_REMOVED', 'ACCOUNT_OFFBOARDED'])('%s ends it', async (event) => {
    const { last, receive, cloud } = await told(update({ event }))
    expect(last()).toMatchObject({ state: 'disconnected', userAction: 'reauthorise' })
    await receive(cloud.webhooks.tell('account_update', { event: 'ACCOUNT_RECONNECTED' }))
    expect(last()).toMatchObject({ state: 'connected' })
  })

  it('limits and quality, of this number alone', async () => {
    const { last, receive, cloud } = await told(
      [
        'phone_number_quality_update',
        { display_phone_number: '551130000000', event: 'FLAGGED', current_limit: 'TIER_2K' },
      ],
      [
        'phone_number_quality_update',
        { display_phone_number: '559999999999', event: 'UPGRADE', current_limit: 'TIER_100K' },
      ],
    )
    expect(last()?.notices).toMatchObject([{ level: 'error' }, { text: expect.stringContaining('2000') }, {}])
    await receive(cloud.webhooks.tell('business_capability_update', { max_daily_conversation_per_phone: 10_000 }))
    expect(last()?.notices?.[1]?.text).toContain('10000')
  })

  it('of no consequence: the rest', async () => {
    const { reports } = await told(update({ event: 'VOLUME_BASED_PRICING_TIER_UPDATE' }), update({}))
    expect(reports.items).toHaveLength(3)
  })

  it('a failed send may speak of the whole account', async () => {
    const { cloud, receive, last } = await told()
    const errors = [{ code: 131031, title: 'Account locked' }]
    await receive(cloud.status('wamid.1', 'failed', { errors }))
    expect(last()).toMatchObject({
      state: 'connected',
      notices: [{ level: 'error', text: expect.stringContaining('locked') }, {}, {}],
    })
  })

  it('does not switch on what somebody switched off', async () => {
    const { cloud, channel, receive, last } = await told()
    await channel.disconnect()
    await receive(cloud.webhooks.tell('account_update', { event: 'ACCOUNT_VIOLATION' }))
    expect(last()).toMatchObject({ state: 'disconnected' })
  })
})
