import { readAll } from '@recado/sdk/testing'
import { describe, expect, it } from 'vitest'
import { openChannel } from './channel.ts'

const open = async () => {
  const test = await openChannel()
  const bia = test.bot.addUser()
  const fetch = (ref: string) => test.channel.fetchMedia?.(ref, test.ctx.signal)
  return { ...test, bia, fetch }
}

describe('files that customers sent', () => {
  it('come as they were sent, the photo in its largest size', async () => {
    const { channel, ctx, bot, bia, inbound, messages, fetch } = await open()
    await channel.connect(ctx.signal)
    bot.userSendsFile(bia, 'photo', { bytes: Buffer.from('the whole photo'), fileName: 'praia.jpg' })
    await inbound.waitForCount(1)
    const [message] = messages()
    const ref = message?.content.type === 'media' ? message.content.media.ref : undefined
    const file = await fetch(ref ?? '')
    expect(file).toMatchObject({ fileName: expect.stringContaining('praia.jpg'), size: 15 })
    expect(file && Buffer.from(await readAll(file.stream)).toString()).toBe('the whole photo')
  })

  it('are refused in words above what Telegram gives out', async () => {
    const { bot, bia, fetch } = await open()
    const size = 21 * 1024 * 1024
    bot.userSendsFile(bia, 'document', { bytes: Buffer.from('x'), fileName: 'filme.mp4', size })
    await expect(fetch('file-1')).rejects.toMatchObject({
      code: 'MEDIA_REJECTED',
      detail: expect.stringContaining('20 MB'),
    })
  })

  it('that Telegram no longer has are told as such', async () => {
    const { fetch } = await open()
    await expect(fetch('no-such-file')).rejects.toMatchObject({ code: 'MEDIA_REJECTED' })
  })

  it('never give away the token, which stands in their address', async () => {
    const { bot, bia, fetch, ctx, logs } = await open()
    bot.userSendsFile(bia, 'document', { bytes: Buffer.from('x'), fileName: 'a.pdf' })
    ctx.http.request = async (url) => {
      throw new Error(`cannot reach ${url}`)
    }
    const error = await Promise.resolve(fetch('file-1')).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ name: 'PluginError', code: 'TEMPORARY' })
    expect(String(error) + JSON.stringify(logs.items)).not.toContain(bot.token.split(':')[1])
  })
})
