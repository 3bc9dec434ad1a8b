import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hookRequest } from '@recado/sdk/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Channel, delivery, openChannel, WEBHOOK_SECRET } from './channel.ts'

const webhook = { settings: { mode: 'webhook' } }
const update = (text = 'Oi') => ({
  update_id: 1,
  message: { message_id: 9, date: 1_760_000_300, chat: { id: 7, type: 'private', first_name: 'Bia' }, text },
})

/** The part of the installation that Telegram reaches: hands requests to the channel as the host does. */
async function publish({ channel, bot }: Channel): Promise<void> {
  const server = createServer(async (incoming, outgoing) => {
    const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]))
    const body = Buffer.concat(await incoming.toArray())
    const reply = channel.receiveHook?.(hookRequest({ headers, body }))
    const { status = 200 } = (await reply?.catch(() => ({ status: 503 }))) ?? {}
    outgoing.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  bot.updates.deliverTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}

describe('registering', () => {
  it('registers the address with the secret and the kinds it wants', async () => {
    const { channel, ctx, bot, reports } = await openChannel(webhook)
    await channel.connect(ctx.signal)
    expect(bot.calls.find((call) => call.method === 'setWebhook')?.params).toEqual({
      url: 'https://recado.invalid/hooks/instance-1',
      secret_token: WEBHOOK_SECRET,
      allowed_updates: ['message', 'edited_message', 'callback_query', 'message_reaction', 'my_chat_member'],
      drop_pending_updates: false,
    })
    expect(reports.items.at(-1)).toMatchObject({ state: 'connected', account: { number: '@recado_test_bot' } })
  })

  it.each([
    ['http://127.0.0.1:3000', 'https'],
    ['https://recado.example:9443', '9443'],
  ])('says why %s cannot work, and what does', async (hookBase, why) => {
    const { channel, ctx, reports, bot } = await openChannel({ ...webhook, hookBase })
    await expect(channel.connect(ctx.signal)).rejects.toMatchObject({ code: 'MISCONFIGURED', field: 'mode' })
    const told = reports.items.at(-1)
    expect(told).toMatchObject({ state: 'disconnected', userAction: 'check-settings' })
    expect(told?.reason).toContain(why)
    expect(told?.reason).toContain('polling')
    expect(bot.calls.map((call) => call.method)).toEqual(['getMe'])
  })

  it('passes on why Telegram does not take the address', async () => {
    const { channel, ctx, reports, bot } = await openChannel(webhook)
    const description = 'Bad Request: bad webhook: failed to resolve host: Name or service not known'
    bot.fail('setWebhook', { status: 400, description })
    await expect(channel.connect(ctx.signal)).rejects.toMatchObject({ code: 'MISCONFIGURED' })
    expect(reports.items.at(-1)?.reason).toContain('failed to resolve host')
  })
})

describe('receiving', () => {
  it('takes what Telegram delivers, and again what could not be kept', async () => {
    const test = await openChannel(webhook)
    const { channel, ctx, bot, inbound, acceptWith } = test
    await channel.connect(ctx.signal)
    await publish(test)
    let attempts = 0
    acceptWith(async () => {
      attempts += 1
      if (attempts === 1) throw new Error('the database is away')
    })
    const bia = bot.addUser()
    bot.userSays(bia, 'um')
    bot.userSays(bia, 'dois')
    await inbound.waitForCount(2)
    const { items } = bot.updates.deliveries
    await bot.updates.deliveries.waitForCount(3)
    expect(items.map(({ status }) => status)).toEqual([503, 200, 200])
    expect(inbound.items).toMatchObject([{ content: { text: 'um' } }, { content: { text: 'dois' } }])
  })

  it('works on a node that is not connected', async () => {
    const { channel, inbound } = await openChannel(webhook)
    expect(await channel.receiveHook?.(delivery(update()))).toEqual({ status: 200 })
    expect(inbound.items).toMatchObject([{ kind: 'message', externalId: '7:9' }])
  })

  it('answers before the tap is answered', async () => {
    const { channel, inbound, bot } = await openChannel(webhook)
    bot.fail('answerCallbackQuery', { silent: true })
    const tap = { id: '5', from: { id: 7, first_name: 'Bia' }, data: 'v:yes' }
    expect(await channel.receiveHook?.(delivery({ callback_query: tap }))).toEqual({ status: 200 })
    expect(inbound.items).toMatchObject([{ content: { type: 'choice', id: 'yes', text: 'yes' } }])
  })

  it.each([
    ['no secret', hookRequest({ body: update() }), 401],
    ['a wrong secret', hookRequest({ body: update(), headers: { 'X-Telegram-Bot-Api-Secret-Token': 'x' } }), 401],
    ['half an object', delivery('{"update_id":'), 400],
    ['bytes that are no text', delivery(new Uint8Array([0x22, 0xff, 0x22])), 400],
    ['an unknown kind', delivery({ update_id: 3, chat_boost: {} }), 200],
    ['null', delivery('null'), 200],
  ])('answers %s rightly and takes nothing from it', async (_, request, status) => {
    const { channel, inbound } = await openChannel(webhook)
    expect(await channel.receiveHook?.(request)).toEqual({ status })
    expect(inbound.items).toEqual([])
  })

  it('takes nothing without a secret of its own', async () => {
    const { channel } = await openChannel({ ...webhook, secrets: { webhookSecret: '' } })
    const request = hookRequest({ body: update(), headers: { 'X-Telegram-Bot-Api-Secret-Token': '' } })
    expect(await channel.receiveHook?.(request)).toEqual({ status: 401 })
  })
})

describe('watching', () => {
  it('registers again after somebody removed the address', async () => {
    const { channel, ctx, bot } = await openChannel(webhook)
    await channel.connect(ctx.signal)
    bot.updates.deleteWebhook({})
    await bot.waitForCall((call) => call.method === 'setWebhook' && call !== bot.calls[1])
    expect(bot.updates.webhookInfo().url).toBe('https://recado.invalid/hooks/instance-1')
  })

  it('does not fight another system, and says so', async () => {
    const { channel, ctx, bot, reports } = await openChannel(webhook)
    await channel.connect(ctx.signal)
    bot.updates.setWebhook({ url: 'https://other.example/hook' })
    const lost = await reports.waitFor((report) => report.state === 'lost')
    expect(lost.reason).toContain('Another system')
    expect(bot.updates.webhookInfo().url).toBe('https://other.example/hook')
  })

  it('tells while deliveries fail, and when they no longer do', async () => {
    const test = await openChannel(webhook)
    const { channel, ctx, bot, reports, acceptWith } = test
    await channel.connect(ctx.signal)
    acceptWith(() => Promise.reject(new Error('the database is away')))
    await publish(test)
    bot.userSays(bot.addUser(), 'Oi')
    const trouble = await reports.waitFor((report) => report.reason !== undefined)
    expect(trouble).toMatchObject({ state: 'connected', userAction: 'check-settings' })
    expect(trouble.reason).toContain('503')
    acceptWith(null)
    await reports.waitFor((report) => report !== trouble && report === reports.items.at(-1) && !report.reason)
  })

  it('is taken back when the channel is deleted, unless it is somebody else’s by now', async () => {
    const { channel, ctx, bot } = await openChannel(webhook)
    await channel.connect(ctx.signal)
    bot.updates.setWebhook({ url: 'https://other.invalid/hook' })
    await channel.forget?.(ctx.signal)
    expect(bot.updates.webhookInfo().url).toBe('https://other.invalid/hook')
    bot.updates.setWebhook({ url: await ctx.hookUrl() })
    await channel.forget?.(ctx.signal)
    expect(bot.updates.webhookInfo().url).toBe('')
  })

  it('ends when the token is revoked', async () => {
    const { channel, ctx, bot, reports } = await openChannel(webhook)
    await channel.connect(ctx.signal)
    bot.fail('getWebhookInfo', { status: 401, description: 'Unauthorized' })
    expect(await reports.waitFor((report) => report.state === 'disconnected')).toMatchObject({
      userAction: 'reauthorise',
    })
  })

  it('ends as soon as an answer finds the token revoked, long before the next look', async () => {
    const { channel, ctx, bot, reports, send } = await openChannel({ ...webhook, timing: { watchMs: 3_600_000 } })
    const bia = bot.addUser()
    await channel.connect(ctx.signal)
    bot.fail('sendMessage', { status: 401, description: 'Unauthorized' })
    await expect(send(bia.id, { type: 'text', text: 'Oi' })).rejects.toMatchObject({ code: 'AUTH_EXPIRED' })
    expect(reports.items.at(-1)).toMatchObject({ state: 'disconnected', userAction: 'reauthorise' })
  })
})
