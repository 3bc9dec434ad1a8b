import { describe, expect, it } from 'vitest'
import { telegram } from '../src/channel.ts'
import { type ChannelOptions, openChannel } from './channel.ts'

const run = async (action: 'testConnection' | 'diagnose', settings: object = {}, options: ChannelOptions = {}) => {
  const test = await openChannel(options)
  const draft = { botToken: test.bot.token, mode: 'webhook', ...settings }
  const step = () => telegram.actions?.[action]?.run(test.ctx, { settings: draft }, test.ctx.signal)
  return { ...test, step }
}

describe('testing the connection', () => {
  it('names the bot and changes nothing', async () => {
    const { step, bot } = await run('testConnection')
    expect(await step()).toEqual({
      type: 'done',
      message: 'All well: this is the bot Recado Test (@recado_test_bot).',
      detail: { id: '700100', username: '@recado_test_bot' },
    })
    expect(bot.calls.map((call) => call.method)).toEqual(['getMe'])
  })

  it('names the field that is wrong', async () => {
    const wrong = await run('testConnection', { botToken: `9:${'x'.repeat(35)}` })
    expect(await wrong.step()).toMatchObject({ type: 'error', field: 'botToken' })
    const missing = await run('testConnection', { botToken: '' })
    expect(await missing.step()).toMatchObject({ type: 'error', field: 'botToken' })
    const local = await run('testConnection', {}, { hookBase: 'http://localhost:3000' })
    expect(await local.step()).toMatchObject({
      type: 'error',
      field: 'mode',
      message: expect.stringContaining('polling'),
    })
    const polling = await run('testConnection', { mode: 'polling' }, { hookBase: 'http://localhost:3000' })
    expect(await polling.step()).toMatchObject({ type: 'done' })
  })
})

describe('checking the deliveries', () => {
  it('tells what waits and why', async () => {
    const { step, bot } = await run('diagnose')
    bot.updates.setWebhook({ url: 'https://recado.invalid/hooks/instance-1' })
    bot.updates.deliverTo('http://127.0.0.1:1')
    bot.userSays(bot.addUser(), 'Oi')
    await bot.updates.deliveries.waitForCount(1)
    expect(await step()).toMatchObject({
      type: 'done',
      message: expect.stringMatching(/waiting: 1.*Connection refused/),
      detail: { pending: 1, lastError: 'Connection refused' },
    })
  })

  it('tells when messages go elsewhere or nowhere', async () => {
    const { step, bot } = await run('diagnose')
    expect(await step()).toMatchObject({ type: 'error', message: expect.stringContaining('no delivery address') })
    bot.updates.setWebhook({ url: 'https://other.example/hook' })
    expect(await step()).toMatchObject({ type: 'error', message: expect.stringContaining('Another system') })
    const polling = await run('diagnose', { mode: 'polling' })
    expect(await polling.step()).toMatchObject({ type: 'done', message: expect.stringContaining('fetched') })
  })
})
