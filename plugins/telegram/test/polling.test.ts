import { describe, expect, it } from 'vitest'
import { openChannel } from './channel.ts'
import { startBotApi } from './stand-in.ts'

const polls = (bot: { calls: readonly { method: string; params: Record<string, unknown> }[] }) =>
  bot.calls.filter((call) => call.method === 'getUpdates')

describe('fetching', () => {
  it('connects, names the account and brings messages in their order', async () => {
    const { channel, ctx, bot, reports, inbound, messages } = await openChannel()
    const bia = bot.addUser()
    for (const text of ['um', 'dois', 'três']) bot.userSays(bia, text)
    await channel.connect(ctx.signal)
    await inbound.waitForCount(3)
    bot.userSays(bia, 'quatro')
    await inbound.waitForCount(4)
    expect(messages().map(({ content }) => (content.type === 'text' ? content.text : ''))).toEqual([
      'um',
      'dois',
      'três',
      'quatro',
    ])
    expect(reports.items).toEqual([
      { state: 'connecting' },
      { state: 'connected', account: { id: '700100', name: 'Recado Test', number: '@recado_test_bot' } },
    ])
  })

  it('takes back a webhook first, and keeps what waits', async () => {
    const { channel, ctx, bot, inbound, reports } = await openChannel()
    bot.updates.setWebhook({ url: 'https://other.example/hook' })
    bot.userSays(bot.addUser(), 'Oi')
    await channel.connect(ctx.signal)
    await inbound.waitForCount(1)
    expect(bot.updates.webhookInfo().url).toBe('')
    expect(reports.items.map((report) => report.state)).toEqual(['connecting', 'connected'])
  })

  it('asks for reactions, which do not come unasked', async () => {
    const { channel, ctx, bot, inbound } = await openChannel()
    await channel.connect(ctx.signal)
    await bot.waitForCall((call) => call.method === 'getUpdates')
    const bia = bot.addUser()
    const { message_id: id } = bot.userSays(bia, 'Oi')
    bot.userReacts(bia, id, ['👍'])
    expect(await inbound.waitFor((event) => event.kind === 'reaction')).toMatchObject({ emoji: '👍' })
  })

  it('confirms nothing before it is durable', async () => {
    const { channel, ctx, bot, inbound, acceptWith, reports } = await openChannel()
    let attempts = 0
    acceptWith(async () => {
      attempts += 1
      if (attempts < 3) throw new Error('the database is away')
    })
    bot.userSays(bot.addUser(), 'Oi')
    await channel.connect(ctx.signal)
    await inbound.waitForCount(1)
    const offsets = polls(bot).map((call) => call.params.offset)
    expect(offsets.slice(0, 3)).toEqual([undefined, undefined, undefined])
    expect(await reports.waitFor((report) => report.state === 'lost')).toMatchObject({ userAction: 'wait', retries: 1 })
    await bot.waitForCall((call) => call.method === 'getUpdates' && call.params.offset !== undefined)
    expect(inbound.items).toHaveLength(1)
    expect(reports.items.at(-1)?.state).toBe('connected')
  })

  it('goes on where it stopped, and starts afresh after a week', async () => {
    const bot = await startBotApi()
    const first = await openChannel({ bot })
    bot.userSays(bot.addUser(), 'Oi')
    await first.channel.connect(first.ctx.signal)
    await bot.waitForCall((call) => call.params.offset !== undefined)
    const { offset } = polls(bot).at(-1)?.params ?? {}
    await first.channel.disconnect()

    const { store } = first
    const next = await openChannel({ bot, store, now: first.clock.now() + 1000 })
    await next.channel.connect(next.ctx.signal)
    await bot.waitForCall((call) => call.method === 'getUpdates' && call === polls(bot)[2])
    expect(polls(bot)[2]?.params.offset).toBe(offset)
    await next.channel.disconnect()

    const later = await openChannel({ bot, store, now: first.clock.now() + 7 * 86_400_000 })
    await later.channel.connect(later.ctx.signal)
    await bot.waitForCall((call) => call.method === 'getUpdates' && call === polls(bot)[3])
    expect(polls(bot)[3]?.params.offset).toBeUndefined()
    await bot.close()
  })
})

describe('trouble', () => {
  it.each([
    ['a server error', { status: 502 }],
    ['a reset', { reset: true }],
    ['half an answer', { half: true }],
    ['an answer that is no list', { status: 200, html: '{"ok":true,"result":{}}' }],
  ] as const)('comes back after %s', async (_, failure) => {
    // An answer that breaks off is noticed by its deadline alone: the library waits for the rest of it.
    const timing = { longPollSeconds: 0.1, callMs: 100 }
    const { channel, ctx, bot, inbound, reports } = await openChannel({ timing })
    bot.fail('getUpdates', failure, 2)
    bot.userSays(bot.addUser(), 'Oi')
    await channel.connect(ctx.signal)
    await inbound.waitForCount(1)
    expect(reports.items.filter((report) => report.state === 'lost').map((report) => report.retries)).toEqual([1, 2])
    await reports.waitFor((report) => report.state === 'connected' && report === reports.items.at(-1))
  })

  it('waits as long as it is told', async () => {
    const { channel, ctx, bot, inbound, reports } = await openChannel()
    bot.fail('getUpdates', { status: 429, description: 'Too Many Requests', parameters: { retry_after: 0.01 } })
    bot.userSays(bot.addUser(), 'Oi')
    await channel.connect(ctx.signal)
    await inbound.waitForCount(1)
    expect(reports.items.find((report) => report.state === 'lost')?.reason).toContain('pause')
  })

  it('says that another program takes the messages, and takes turns until it stops', async () => {
    const { channel, ctx, bot, inbound, reports } = await openChannel()
    await channel.connect(ctx.signal)
    await bot.waitForCall((call) => call.method === 'getUpdates')
    await bot.updates.get({ timeout: 0 }, new AbortController().signal)
    const lost = await reports.waitFor((report) => report.state === 'lost')
    expect(lost).toMatchObject({ userAction: 'check-settings', reason: expect.stringContaining('Another system') })
    bot.userSays(bot.addUser(), 'Oi')
    await inbound.waitForCount(1)
  })

  it('takes back a webhook that somebody sets meanwhile', async () => {
    const { channel, ctx, bot, inbound } = await openChannel()
    await channel.connect(ctx.signal)
    await bot.waitForCall((call) => call.method === 'getUpdates')
    bot.updates.setWebhook({ url: 'https://other.example/hook' })
    bot.userSays(bot.addUser(), 'Oi')
    await inbound.waitForCount(1)
  })

  it('ends when the token is revoked, and says what to do', async () => {
    const { channel, ctx, bot, reports } = await openChannel()
    bot.fail('getUpdates', { status: 401, description: 'Unauthorized' })
    await channel.connect(ctx.signal)
    const end = await reports.waitFor((report) => report.state === 'disconnected')
    expect(end).toMatchObject({ userAction: 'reauthorise', reason: expect.stringContaining('@BotFather') })
    expect(polls(bot)).toHaveLength(1)
  })

  it('keeps trying to connect by itself', async () => {
    const { channel, ctx, bot, reports, inbound } = await openChannel()
    bot.fail('getMe', { status: 503 }, 2)
    bot.userSays(bot.addUser(), 'Oi')
    await channel.connect(ctx.signal)
    expect(reports.items.at(-1)).toMatchObject({ state: 'lost', retries: 1 })
    await inbound.waitForCount(1)
  })

  it('refuses a wrong token at once', async () => {
    const { channel, ctx, reports } = await openChannel({ secrets: { botToken: `1:${'x'.repeat(35)}` } })
    await expect(channel.connect(ctx.signal)).rejects.toMatchObject({ code: 'AUTH_EXPIRED' })
    expect(reports.items.at(-1)).toMatchObject({ state: 'disconnected', userAction: 'reauthorise' })
  })
})

describe('stopping', () => {
  it('is prompt while Telegram holds the question, and nothing is asked after it', async () => {
    const { channel, ctx, bot, reports } = await openChannel({ timing: { longPollSeconds: 50 } })
    await channel.connect(ctx.signal)
    await bot.waitForCall((call) => call.method === 'getUpdates')
    const before = performance.now()
    await channel.disconnect()
    expect(performance.now() - before).toBeLessThan(1000)
    expect(reports.items.at(-1)).toEqual({ state: 'disconnected' })
    const { length } = bot.calls
    bot.userSays(bot.addUser(), 'Oi')
    await channel.disconnect()
    expect(bot.calls).toHaveLength(length)
    expect(bot.updates.pending()).toHaveLength(1)
  })

  it('ends an attempt to connect that is under way', async () => {
    const { channel, ctx, bot, reports } = await openChannel({ timing: { callMs: 60_000 } })
    bot.fail('getMe', { silent: true })
    const connecting = channel.connect(ctx.signal).catch((error: unknown) => error)
    await bot.waitForCall((call) => call.method === 'getMe')
    await channel.disconnect()
    expect(await connecting).toMatchObject({ code: 'TEMPORARY' })
    expect(reports.items.at(-1)).toEqual({ state: 'disconnected' })
    expect(bot.calls.map((call) => call.method)).toEqual(['getMe'])
  })

  it('connects again after it', async () => {
    const { channel, ctx, bot, inbound } = await openChannel()
    await channel.connect(ctx.signal)
    await channel.disconnect()
    await channel.connect(ctx.signal)
    bot.userSays(bot.addUser(), 'Oi')
    await inbound.waitForCount(1)
  })
})
