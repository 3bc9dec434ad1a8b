import { describe, expect, it } from 'vitest'
import { splitText } from '../src/send/split-text.ts'
import { type Channel, openChannel } from './channel.ts'

const open = async () => {
  const test = await openChannel()
  return { ...test, bia: test.bot.addUser() }
}
const save = (test: Channel, bytes: Uint8Array, fileName: string | undefined, mimeType: string) =>
  test.media.save(bytes, { mimeType, ...(fileName ? { fileName } : {}) })

describe('texts', () => {
  it('sends one and answers its id', async () => {
    const { send, bot, bia } = await open()
    const { externalId, moreIds } = await send(bia.id, { type: 'text', text: 'Olá <b>& *tudo* bem?' })
    expect(bot.sent).toMatchObject([{ method: 'sendMessage', chatId: bia.id, text: 'Olá <b>& *tudo* bem?' }])
    expect(externalId).toBe(`${bia.id}:${bot.sent[0]?.messageId}`)
    expect(moreIds).toBeUndefined()
  })

  it('splits a long one and names all parts', async () => {
    const { send, bot, bia } = await open()
    const text = Array.from({ length: 900 }, (_, n) => `linha ${n}`).join('\n')
    const { externalId, moreIds } = await send(bia.id, { type: 'text', text })
    expect(bot.sent.map((sent) => sent.text).join('\n')).toBe(text)
    expect([externalId, ...(moreIds ?? [])]).toEqual(bot.sent.map((sent) => `${bia.id}:${sent.messageId}`))
    expect(bot.sent.length).toBe(3)
  })

  it('goes on after the part that is out, in the next try', async () => {
    const { send, bot, bia, store } = await open()
    const text = 'palavra '.repeat(1000)
    bot.fail('sendMessage', { delayMs: 0 })
    bot.fail('sendMessage', { status: 429, parameters: { retry_after: 3 } })
    const id = '00000000-0000-7000-8000-00000000aaaa'
    await expect(send(bia.id, { type: 'text', text }, { id })).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    const result = await send(bia.id, { type: 'text', text }, { id, attempt: 2 })
    expect(bot.sent).toHaveLength(2)
    expect([result.externalId, ...(result.moreIds ?? [])]).toEqual(bot.sent.map((one) => `${bia.id}:${one.messageId}`))
    expect(store.entries.size).toBe(0)
  })

  it('cuts between paragraphs, lines and words, never inside a character', () => {
    expect(splitText('um dois\n\ntrês quatro', 12)).toEqual(['um dois', 'três quatro'])
    expect(splitText('Primeira frase. Segunda frase', 20)).toEqual(['Primeira frase.', 'Segunda frase'])
    expect(splitText('😀'.repeat(5), 5)).toEqual(['😀😀', '😀😀', '😀'])
    expect(splitText('   ', 5)).toEqual([])
  })
})

describe('answers', () => {
  it('points at the message, and only in its own chat', async () => {
    const { send, bot, bia } = await open()
    const said = bot.userSays(bia, 'Oi')
    const reply = (externalId: string) =>
      send(bia.id, { type: 'text', text: 'Olá' }, { replyTo: { externalId, text: 'Oi' } })
    await reply(`${bia.id}:${said.message_id}`)
    await reply(`-5:${said.message_id}`)
    await reply(`${bia.id}:callback:1`)
    expect(bot.sent.map((sent) => sent.params.reply_parameters)).toEqual([
      { message_id: said.message_id, allow_sending_without_reply: true },
      undefined,
      undefined,
    ])
  })

  it('points at it from a file as well', async () => {
    const test = await open()
    const said = test.bot.userSays(test.bia, 'Oi')
    const { id } = await save(test, Buffer.from('x'), 'a.pdf', 'application/pdf')
    const replyTo = { externalId: `${test.bia.id}:${said.message_id}`, text: 'Oi' }
    await test.send(test.bia.id, { type: 'media', kind: 'document', media: { id } }, { replyTo })
    expect(test.bot.sent[0]?.message.reply_to_message).toMatchObject({ message_id: said.message_id })
  })

  it('is sent without pointing when the message is gone', async () => {
    const { send, bot, bia } = await open()
    bot.fail('sendMessage', { status: 400, description: 'Bad Request: message to be replied not found' })
    await send(bia.id, { type: 'text', text: 'Olá' }, { replyTo: { externalId: `${bia.id}:7`, text: '' } })
    expect(bot.sent[0]?.params.reply_parameters).toBeUndefined()
  })
})

describe('files', () => {
  it.each([
    ['image', 'image/png', 'sendPhoto', 'photo'],
    ['image', 'image/gif', 'sendAnimation', 'animation'],
    ['image', 'image/svg+xml', 'sendDocument', 'document'],
    ['video', 'video/mp4', 'sendVideo', 'video'],
    ['video', 'video/webm', 'sendDocument', 'document'],
    ['audio', 'audio/mpeg', 'sendAudio', 'audio'],
    ['voice', 'audio/ogg; codecs=opus', 'sendVoice', 'voice'],
    ['voice', 'audio/webm', 'sendDocument', 'document'],
    ['document', 'application/pdf', 'sendDocument', 'document'],
    ['sticker', 'image/webp', 'sendSticker', 'sticker'],
  ] as const)('sends %s of type %s by %s', async (kind, mimeType, method, field) => {
    const test = await open()
    const bytes = Buffer.from('the bytes of the file')
    const { id } = await save(test, bytes, 'relatório "1".bin', mimeType)
    await test.send(test.bia.id, { type: 'media', kind, media: { id } })
    const [sent] = test.bot.sent
    expect(sent?.method).toBe(method)
    expect(Buffer.from(sent?.files[field]?.bytes ?? [])).toEqual(bytes)
    expect(sent?.files[field]?.fileName).toBe('relatório _1_.bin')
  })

  it('streams a large one whole', async () => {
    const test = await open()
    const bytes = Buffer.alloc(6 * 1024 * 1024, 'recado')
    const { id } = await save(test, bytes, 'grande.zip', 'application/zip')
    await test.send(test.bia.id, { type: 'media', kind: 'document', media: { id }, text: 'Segue' })
    expect(bytes.equals(test.bot.sent[0]?.files.document?.bytes ?? Buffer.of())).toBe(true)
    expect(test.bot.sent[0]?.text).toBe('Segue')
  })

  it('sends a caption that is too long as a text of its own', async () => {
    const test = await open()
    const { id } = await save(test, Buffer.from('x'), undefined, 'image/png')
    const text = 'legenda '.repeat(200).trim()
    const { moreIds } = await test.send(test.bia.id, { type: 'media', kind: 'image', media: { id }, text })
    expect(test.bot.sent.map((sent) => [sent.method, sent.text])).toEqual([
      ['sendPhoto', ''],
      ['sendMessage', text],
    ])
    expect(test.bot.sent[0]?.files.photo?.fileName).toBe('file.png')
    expect(moreIds).toHaveLength(1)
  })

  it('sends a picture that Telegram cannot shrink as a document', async () => {
    const test = await open()
    test.bot.fail('sendPhoto', { status: 400, description: 'Bad Request: PHOTO_INVALID_DIMENSIONS' })
    const { id } = await save(test, Buffer.from('x'), 'a.png', 'image/png')
    await test.send(test.bia.id, { type: 'media', kind: 'image', media: { id }, text: 'Olha' })
    expect(test.bot.sent).toMatchObject([{ method: 'sendDocument', text: 'Olha' }])
  })

  it('sends no half file when the stored one breaks off', async () => {
    const test = await open()
    const { id } = await save(test, Buffer.from('x'), 'a.pdf', 'application/pdf')
    test.media.open = async () =>
      new ReadableStream<Uint8Array>({
        pull(controller) {
          controller.enqueue(Buffer.alloc(100_000))
          controller.error(new Error('the disk is gone'))
        },
      })
    const sending = test.send(test.bia.id, { type: 'media', kind: 'document', media: { id } })
    await expect(sending).rejects.toMatchObject({ code: 'TEMPORARY' })
    expect(test.bot.sent).toEqual([])
  })

  it('tells when the stored one is gone', async () => {
    const { send, bia } = await open()
    const sending = send(bia.id, { type: 'media', kind: 'image', media: { id: 'none' } })
    await expect(sending).rejects.toMatchObject({ code: 'MEDIA_REJECTED' })
  })
})

describe('other contents', () => {
  it('sends places, with a name as venues', async () => {
    const { send, bot, bia } = await open()
    await send(bia.id, { type: 'location', latitude: 0, longitude: 0 })
    await send(bia.id, { type: 'location', latitude: -23.5, longitude: -46.6, name: 'Loja' })
    expect(bot.sent.map((sent) => sent.message)).toMatchObject([
      { location: { latitude: 0, longitude: 0 } },
      { venue: { title: 'Loja', address: 'Loja', location: { latitude: -23.5 } } },
    ])
  })

  it('sends contacts, each as its own message', async () => {
    const { send, bot, bia } = await open()
    const contacts = [
      { name: 'Ana', phones: ['+5511999990000', '+5511888880000'], emails: ['ana@a.example'] },
      { name: 'Rui', phones: [], emails: ['rui@a.example'] },
    ]
    const { moreIds } = await send(bia.id, { type: 'contact', contacts })
    expect(bot.sent[0]?.params).toMatchObject({ phone_number: '+5511999990000', first_name: 'Ana' })
    expect(bot.sent[0]?.params.vcard).toContain('TEL:+5511888880000\r\nEMAIL:ana@a.example')
    expect(bot.sent[1]?.text).toBe('Rui\nrui@a.example')
    expect(moreIds).toHaveLength(1)
  })

  it('sends buttons, and knows long ids again when they are tapped', async () => {
    const { send, bot, bia, channel, ctx, inbound } = await open()
    const long = `menu:${'ç'.repeat(60)}`
    const buttons = [
      { id: 'yes', label: 'Sim' },
      { id: long, label: 'Outro assunto' },
      { id: 'web', label: 'Site', url: 'https://a.example' },
    ]
    await send(bia.id, { type: 'buttons', text: 'Vamos?', footer: 'Recado', buttons })
    expect(bot.sent[0]?.text).toBe('Vamos?\n\nRecado')
    await channel.connect(ctx.signal)
    const messageId = bot.sent[0]?.messageId ?? 0
    bot.userTaps(bia, messageId, 'Sim')
    bot.userSays(bia, 'espera')
    await inbound.waitForCount(2)
    // The first tap took the choices away; another one was already on its way.
    await bot.waitForCall((call) => call.method === 'editMessageReplyMarkup')
    expect(inbound.items).toMatchObject([{ content: { type: 'choice', id: 'yes', text: 'Sim' } }, {}])
    await send(bia.id, { type: 'buttons', text: 'De novo?', buttons })
    bot.userTaps(bia, bot.sent[1]?.messageId ?? 0, 'Outro assunto')
    const choice = await inbound.waitFor((event) => event.kind === 'message' && event.externalId.endsWith('callback-2'))
    expect(choice).toMatchObject({ content: { type: 'choice', id: long, text: 'Outro assunto' } })
  })

  it('answers a tap and leaves only the links on the message', async () => {
    const { send, bot, bia, channel, ctx } = await open()
    await channel.connect(ctx.signal)
    const buttons = [
      { id: 'yes', label: 'Sim' },
      { id: 'web', label: 'Site', url: 'https://a.example' },
    ]
    await send(bia.id, { type: 'buttons', text: 'Vamos?', buttons })
    const messageId = bot.sent[0]?.messageId ?? 0
    const { callbackId } = bot.userTaps(bia, messageId, 'Sim')
    const answered = await bot.waitForCall((call) => call.method === 'answerCallbackQuery')
    expect(answered.params).toEqual({ callback_query_id: callbackId, text: 'Sim' })
    await bot.waitForCall((call) => call.method === 'editMessageReplyMarkup')
    await channel.close?.()
    const rows = [[{ text: 'Site', url: 'https://a.example' }]]
    expect(bot.message(bia.id, messageId)?.reply_markup).toEqual({ inline_keyboard: rows })
  })

  it('sends a list as rows of buttons under its descriptions', async () => {
    const { send, bot, bia } = await open()
    const sections = [
      { title: 'Planos', rows: [{ id: 'a', label: '300 mega', description: 'R$ 99' }] },
      { rows: [{ id: 'b', label: 'Outro' }] },
    ]
    await send(bia.id, { type: 'list', text: 'Escolha', open: 'Ver', sections })
    expect(bot.sent[0]?.text).toBe('Escolha\n\nPlanos\n• 300 mega: R$ 99\n\n• Outro')
    expect(bot.sent[0]?.message.reply_markup).toEqual({
      inline_keyboard: [[{ text: '300 mega', callback_data: 'v:a' }], [{ text: 'Outro', callback_data: 'v:b' }]],
    })
  })

  it('refuses what Telegram has nothing for', async () => {
    const { send, bia } = await open()
    const sending = send(bia.id, { type: 'carousel', cards: [{ title: 'Um', buttons: [] }] })
    await expect(sending).rejects.toMatchObject({ code: 'UNSUPPORTED' })
  })
})
