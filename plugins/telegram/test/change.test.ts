import type { MessageTarget } from '@recado/sdk'
import { describe, expect, it } from 'vitest'
import { addressOf } from '../src/ids.ts'
import { openChannel } from './channel.ts'

const open = async () => {
  const test = await openChannel()
  const bia = test.bot.addUser()
  const { externalId } = await test.send(bia.id, { type: 'text', text: 'Bom dia' })
  const target: MessageTarget = { id: 'm', externalId, chat: addressOf(String(bia.id)), fromMe: true }
  const messageId = test.bot.sent[0]?.messageId ?? 0
  return { ...test, bia, target, messageId, signal: test.ctx.signal, now: () => test.bot.message(bia.id, messageId) }
}

describe('edits', () => {
  it('change a text, and the same text again is no failure', async () => {
    const { channel, target, signal, now } = await open()
    await channel.edit?.(target, { type: 'text', text: 'Boa tarde' }, signal)
    await channel.edit?.(target, { type: 'text', text: 'Boa tarde' }, signal)
    expect(now()).toMatchObject({ text: 'Boa tarde' })
  })

  it('change a caption', async () => {
    const { channel, target, signal, bot, media, send, bia } = await open()
    const { id } = await media.save(Buffer.from('x'), { fileName: 'a.png', mimeType: 'image/png' })
    const content = { type: 'media', kind: 'image', media: { id }, text: 'antes' } as const
    const { externalId } = await send(bia.id, content)
    await channel.edit?.({ ...target, externalId }, { ...content, text: 'depois' }, signal)
    expect(bot.message(bia.id, bot.sent[1]?.messageId ?? 0)).toMatchObject({ caption: 'depois' })
  })

  it('that do not fit are refused in words', async () => {
    const { channel, target, signal } = await open()
    const edit = channel.edit?.(target, { type: 'text', text: 'x'.repeat(5000) }, signal)
    await expect(edit).rejects.toMatchObject({ code: 'REJECTED', detail: expect.stringContaining('4096') })
  })
})

describe('removals, reactions, typing, addresses', () => {
  it('removes a message, and again is no failure', async () => {
    const { channel, target, signal, now } = await open()
    await channel.remove?.(target, signal)
    await channel.remove?.(target, signal)
    expect(now()).toBeUndefined()
  })

  it('tells when it is too late to remove', async () => {
    const { channel, target, signal, bot } = await open()
    bot.fail('deleteMessage', { status: 400, description: "Bad Request: message can't be deleted for everyone" })
    await expect(channel.remove?.(target, signal)).rejects.toMatchObject({ code: 'REJECTED' })
  })

  it('reacts as keyboards write the emoji, and takes it back', async () => {
    const { channel, target, signal, now } = await open()
    await channel.react?.(target, '❤️', signal)
    expect(now()).toMatchObject({ reactions: ['❤'] })
    await channel.react?.(target, null, signal)
    expect(now()).toMatchObject({ reactions: [] })
    await expect(channel.react?.(target, '🥦', signal)).rejects.toMatchObject({ code: 'UNSUPPORTED' })
  })

  it('shows typing only when it begins and is wanted', async () => {
    const { channel, target, signal, bot } = await open()
    await channel.typing?.(target.chat, false, signal)
    await channel.typing?.(target.chat, true, signal)
    expect(bot.calls.filter((call) => call.method === 'sendChatAction')).toHaveLength(1)
    const quiet = await openChannel({ bot, settings: { typing: false } })
    await quiet.channel.typing?.(target.chat, true, signal)
    expect(bot.calls.filter((call) => call.method === 'sendChatAction')).toHaveLength(1)
  })

  it('knows only those who wrote to the bot', async () => {
    const { channel, bia, signal } = await open()
    expect(await channel.checkAddress?.(` ${bia.id} `, signal)).toEqual(addressOf(String(bia.id)))
    expect(await channel.checkAddress?.('999999', signal)).toBeNull()
    await expect(channel.checkAddress?.('@bia', signal)).rejects.toMatchObject({ code: 'RECIPIENT_INVALID' })
  })
})
