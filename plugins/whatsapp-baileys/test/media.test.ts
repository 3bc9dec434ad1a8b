import type { MediaKind } from '@recado/sdk'
import { readAll } from '@recado/sdk/testing'
import { describe, expect, it } from 'vitest'
import { openChannel } from './channel.ts'

/** One page of Ogg whose last sample is at three seconds. */
const voice = Buffer.alloc(60)
voice.write('OggS')
voice.writeBigInt64LE(144_000n, 6)

const OUT: [MediaKind, string, 'image' | 'video' | 'audio' | 'document' | 'sticker', string][] = [
  ['image', 'image/jpeg', 'image', 'imageMessage'],
  ['video', 'video/mp4', 'video', 'videoMessage'],
  ['audio', 'audio/mpeg', 'audio', 'audioMessage'],
  ['voice', 'audio/ogg', 'audio', 'audioMessage'],
  ['document', 'application/pdf', 'document', 'documentMessage'],
  ['sticker', 'image/webp', 'sticker', 'stickerMessage'],
]

describe('files', () => {
  it.each(OUT)('%s goes out sealed and can be opened', async (kind, mimeType, type, part) => {
    const it = await openChannel()
    const bia = it.whatsapp.addPerson()
    await it.pair()
    const bytes = kind === 'voice' ? voice : Buffer.from(`bytes of ${kind}`.repeat(50))
    const { id } = await it.media.save(bytes, { fileName: 'a.bin', mimeType })
    await it.send(bia, { type: 'media', kind, media: { id, mimeType, fileName: 'boleto.pdf' } })
    const { content } = await it.whatsapp.sent.waitFor(({ reader }) => reader === bia)
    const file = Reflect.get(content, part)
    expect(await it.whatsapp.openFile(file, type)).toEqual(bytes)
    if (kind === 'voice') {
      expect(file).toMatchObject({ ptt: true, mimetype: 'audio/ogg; codecs=opus', seconds: 3 })
    }
    if (kind === 'document') expect(file.fileName).toBe('boleto.pdf')
  })

  it('come in with a handle and are fetched when somebody looks', async () => {
    const it = await openChannel()
    const bia = it.whatsapp.addPerson()
    await it.pair()
    const bytes = Buffer.from('uma foto'.repeat(5000))
    const file = await it.whatsapp.putFile(bytes, 'image')
    await it.whatsapp.says(bia, { imageMessage: { ...file, mimetype: 'image/jpeg', caption: 'olha' } })
    const { content } = await it.event('message')
    expect(content).toMatchObject({ type: 'media', kind: 'image', text: 'olha', media: { size: bytes.length } })
    const ref = content.type === 'media' ? (content.media.ref ?? '') : ''
    const fetched = await it.channel.fetchMedia?.(ref, it.ctx.signal)
    expect(fetched?.mimeType).toBe('image/jpeg')
    expect(Buffer.from(await readAll(fetched?.stream ?? new ReadableStream()))).toEqual(bytes)
  })

  it('that expired are asked of the phone; without it they are gone', async () => {
    const it = await openChannel({ timing: { queryMs: 300 } })
    const bia = it.whatsapp.addPerson()
    await it.pair()
    const file = await it.whatsapp.putFile(Buffer.from('contrato'), 'document')
    await it.whatsapp.says(bia, { documentMessage: { ...file, mimetype: 'application/pdf', fileName: '../c.pdf' } })
    const { content } = await it.event('message')
    if (content.type !== 'media') throw new Error('no file')
    expect(content.media.fileName).toBe('.._c.pdf')
    it.whatsapp.expireFile(file)
    const fetched = await it.channel.fetchMedia?.(content.media.ref ?? '', it.ctx.signal)
    expect(Buffer.from(await readAll(fetched?.stream ?? new ReadableStream())).toString()).toBe('contrato')
    it.whatsapp.world.expired.clear()
    await expect(it.channel.fetchMedia?.(content.media.ref ?? '', it.ctx.signal)).rejects.toMatchObject({
      code: 'REJECTED',
    })
    it.whatsapp.world.isPhoneOnline = false
    await expect(it.channel.fetchMedia?.(content.media.ref ?? '', it.ctx.signal)).rejects.toMatchObject({
      code: 'TEMPORARY',
    })
  })

  it('that were changed on the way are refused', async () => {
    const it = await openChannel()
    const bia = it.whatsapp.addPerson()
    await it.pair()
    const file = await it.whatsapp.putFile(Buffer.from('original'.repeat(10)), 'image')
    await it.whatsapp.says(bia, { imageMessage: { ...file, mimetype: 'image/jpeg' } })
    const { content } = await it.event('message')
    const stored = it.whatsapp.world.files.get(file.directPath)
    stored?.writeUInt8((stored.readUInt8(3) + 1) % 256, 3)
    const ref = content.type === 'media' ? (content.media.ref ?? '') : ''
    const fetched = await it.channel.fetchMedia?.(ref, it.ctx.signal)
    await expect(readAll(fetched?.stream ?? new ReadableStream())).rejects.toThrow('damaged')
  })

  it('are not sent when the upload fails, and may be tried again', async () => {
    const it = await openChannel()
    const bia = it.whatsapp.addPerson()
    await it.pair()
    const { id } = await it.media.save(Buffer.from('x'), { fileName: 'a.jpg', mimeType: 'image/jpeg' })
    const content = { type: 'media', kind: 'image', media: { id, mimeType: 'image/jpeg' } } as const
    it.whatsapp.failFiles(503)
    await expect(it.send(bia, content)).rejects.toMatchObject({ code: 'TEMPORARY' })
    expect(it.whatsapp.sent.items).toEqual([])
    await it.send(bia, content)
  })

  it('pictures of people are fetched when somebody looks', async () => {
    const it = await openChannel()
    const bia = it.whatsapp.addPerson()
    await it.pair()
    await it.whatsapp.says(bia, 'Oi')
    const { chat } = await it.event('message')
    expect(it.whatsapp.stanzas.items.some(({ attrs }) => attrs.xmlns === 'w:profile:picture')).toBe(false)
    const avatarRef = chat.avatarRef ?? ''
    await expect(it.channel.fetchMedia?.(avatarRef, it.ctx.signal)).rejects.toMatchObject({ code: 'REJECTED' })
    it.whatsapp.world.files.set(`/picture/${bia.phone}`, Buffer.from('rosto'))
    const fetched = await it.channel.fetchMedia?.(avatarRef, it.ctx.signal)
    expect(Buffer.from(await readAll(fetched?.stream ?? new ReadableStream())).toString()).toBe('rosto')
  })
})
