import { closedAddress, outboundMessage } from '@recado/sdk/testing'
import { describe, expect, it } from 'vitest'
import { addressOf } from '../src/ids.ts'
import { openChannel } from './channel.ts'
import type { Failure } from './stand-in.ts'

const open = async (...args: Parameters<typeof openChannel>) => {
  const test = await openChannel(...args)
  const bia = test.bot.addUser()
  return { ...test, bia, say: () => test.send(bia.id, { type: 'text', text: 'Oi' }) }
}
const refusal = (status: number, description: string): Failure => ({ status, description })

describe('what Telegram refuses', () => {
  it.each([
    [refusal(401, 'Unauthorized'), 'AUTH_EXPIRED'],
    [refusal(404, 'Not Found'), 'AUTH_EXPIRED'],
    [refusal(403, 'Forbidden: bot was kicked from the group chat'), 'RECIPIENT_INVALID'],
    [refusal(400, 'Bad Request: chat not found'), 'RECIPIENT_INVALID'],
    [refusal(400, "Bad Request: can't parse entities"), 'REJECTED'],
    [refusal(400, 'Bad Request: BUTTON_DATA_INVALID'), 'REJECTED'],
    [refusal(400, 'Bad Request: wrong file identifier/HTTP URL specified'), 'MEDIA_REJECTED'],
    [refusal(413, 'Request Entity Too Large'), 'MEDIA_REJECTED'],
    [refusal(502, 'Bad Gateway'), 'AMBIGUOUS'],
  ])('%j is %s', async (failure, code) => {
    const { bot, say } = await open()
    bot.fail('sendMessage', failure)
    await expect(say()).rejects.toMatchObject({ name: 'PluginError', code })
    expect(bot.sent).toEqual([])
  })

  it('a limit says how long to wait', async () => {
    const { bot, say } = await open()
    bot.fail('sendMessage', { status: 429, description: 'Too Many Requests', parameters: { retry_after: 7 } })
    await expect(say()).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: 7000 })
  })

  it('a customer who stopped the bot is reported', async () => {
    const { bot, say, bia, inbound } = await open()
    bot.userBlocks(bia)
    await expect(say()).rejects.toMatchObject({ code: 'RECIPIENT_INVALID' })
    expect(inbound.items).toMatchObject([{ kind: 'contact', blocked: true }])
  })

  it('a group that moved is followed at once, and its new address reported', async () => {
    const { bot, send, inbound } = await open()
    const group = bot.addGroup()
    const next = bot.groupMoves(group)
    const { externalId } = await send(group.id, { type: 'text', text: 'Oi' })
    expect(externalId).toBe(`${next.id}:${bot.sent[0]?.messageId}`)
    expect(inbound.items).toMatchObject([
      { kind: 'group', chat: { addresses: [addressOf(String(group.id))] }, movedTo: addressOf(String(next.id)) },
    ])
  })
})

describe('what the network does', () => {
  it.each<[string, Failure]>([
    ['a reset', { reset: true }],
    ['a reset after it was taken', { reset: true, accepted: true }],
    ['half an answer', { half: true }],
    ['no answer in time', { silent: true, accepted: true }],
    ['an answer of something in between', { status: 200, html: '<html>Login</html>' }],
  ])('%s leaves the outcome of a send open', async (_, failure) => {
    const { bot, say } = await open({ timing: { callMs: 150 } })
    bot.fail('sendMessage', failure)
    await expect(say()).rejects.toMatchObject({ name: 'PluginError', code: 'AMBIGUOUS' })
  })

  it('nobody listening is a matter of time', async () => {
    const { say } = await open({ endpoints: { api: await closedAddress() } })
    await expect(say()).rejects.toMatchObject({ code: 'TEMPORARY' })
  })

  it('calls that make nothing new may be repeated', async () => {
    const { bot, channel, ctx, bia } = await open()
    bot.fail('sendChatAction', { reset: true })
    const typing = channel.typing?.(addressOf(String(bia.id)), true, ctx.signal)
    await expect(typing).rejects.toMatchObject({ code: 'TEMPORARY' })
  })

  it('a send that was called off before it began was not made', async () => {
    const { channel, bia, bot } = await open()
    const out = outboundMessage(addressOf(String(bia.id)), { type: 'text', text: 'Oi' })
    await expect(channel.send(out, AbortSignal.abort())).rejects.toMatchObject({ code: 'TEMPORARY' })
    expect(bot.calls).toEqual([])
  })
})

describe('the token', () => {
  it('stands in no error and no log, whatever goes wrong', async () => {
    const { bot, say, logs, channel, ctx, inbound, bia } = await open({ timing: { callMs: 150 } })
    const failures: Failure[] = [
      { status: 200, html: '<html>' },
      { half: true },
      { reset: true },
      { silent: true },
      refusal(400, `Bad Request: see /bot${bot.token}/sendMessage`),
    ]
    const errors: unknown[] = []
    for (const failure of failures) {
      bot.fail('sendMessage', failure)
      await say().catch((error: unknown) => errors.push(error))
    }
    bot.fail('getMe', { status: 200, html: '<html>' })
    bot.fail('getUpdates', { status: 200, html: '<html>' })
    await channel.connect(ctx.signal)
    bot.userSays(bia, 'Oi')
    await inbound.waitForCount(1)
    const { inspect } = await import('node:util')
    const told = inspect([errors, logs.items], { depth: 20, showHidden: true })
    expect(errors).toHaveLength(failures.length)
    expect(logs.items.length).toBeGreaterThan(1)
    expect(told).not.toContain(bot.token.split(':')[1])
  })
})
