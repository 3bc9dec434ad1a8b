import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { bodyOf, codeOf, file, HOUR, person, startMedia } from './media.fixture.ts'

const { db, media, visible, clock, company, get, blobsOf, close } = await startMedia()
afterAll(close)

describe('saving a file', () => {
  it('keeps it under the type of its content and a clean name', async () => {
    const scope = await company()
    const saved = await media.saveStream(
      scope,
      file('<b>hi</b>', { fileName: '../a\u202Eb.png', mimeType: 'image/png' }),
    )
    expect(saved).toEqual({ id: expect.any(String), mimeType: 'text/plain', fileName: 'ab.png', size: 9 })
    expect((await buffer(await media.open(scope.tenantId, saved.id))).toString()).toBe('<b>hi</b>')
    expect((await buffer(await media.open(scope.tenantId, saved.id, { start: 1, end: 1 }))).toString()).toBe('b')
    const row = await db.system.media.findFirst({ where: { id: saved.id } })
    expect(Buffer.from(row?.sha256 ?? [])).toEqual(createHash('sha256').update('<b>hi</b>').digest())
    expect(await media.info(scope, saved.id)).toEqual(saved)
  })

  it('measures pictures and makes a small one', async () => {
    const scope = await company()
    const png = await sharp({ create: { width: 1000, height: 500, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const { id } = await media.saveStream(scope, file(png, { fileName: 'foto.png' }))
    visible.add(id)
    const shown = await media.get(scope, id)
    expect(shown).toMatchObject({ state: 'ready', mimeType: 'image/png', width: 1000, height: 500, size: png.length })
    const thumb = await get(shown.thumbUrl)
    expect(thumb.type).toBe('image/webp')
    expect(await sharp(await bodyOf(thumb)).metadata()).toMatchObject({ format: 'webp', width: 480, height: 240 })
  })

  it('leaves nothing of what is too large, empty or broken off', async () => {
    const scope = await company()
    const cut = Readable.from(
      (async function* () {
        yield Buffer.alloc(5000)
        throw new Error('cut')
      })(),
    )
    expect(await codeOf(media.saveStream(scope, file(randomBytes(2000), { maxBytes: 1999 })))).toBe(
      'ERR_MEDIA_TOO_LARGE',
    )
    expect(await codeOf(media.saveStream(scope, file('')))).toBe('ERR_MEDIA_TYPE')
    expect(await codeOf(media.saveStream(scope, { stream: cut }))).toBe('Error: cut')
    expect(await db.system.media.count({ where: { tenantId: scope.tenantId } })).toBe(0)
    expect(await blobsOf(scope)).toBe(0)
    expect((await media.saveStream(scope, file(randomBytes(2000), { maxBytes: 2000 }))).size).toBe(2000)
  })

  it('is what an upload does with its one file', async () => {
    const scope = person(await company(), 5)
    const files = async function* (count: number) {
      for (let index = 0; index < count; index += 1)
        yield { field: 'file', fileName: 'a.txt', mimeType: 'text/plain', stream: Readable.from([Buffer.from('hi')]) }
    }
    expect(await media.upload(scope, files(1))).toMatchObject({
      fileName: 'a.txt',
      url: expect.stringMatching(/^\/files\//),
    })
    expect(await codeOf(media.upload(scope, files(0)))).toBe('ERR_VALIDATION')
  })
})

describe('looking at a file', () => {
  it('is for who made it and for whom it was sent to, in one company', async () => {
    const scope = await company()
    const { id } = await media.saveStream(person(scope, 1), file('x'))
    expect((await media.get(person(scope, 1), id)).id).toBe(id)
    expect(await codeOf(media.get(person(scope, 2), id))).toBe('ERR_NO_MEDIA_FOUND')
    visible.add(id)
    expect((await media.get(person(scope, 2), id)).id).toBe(id)
    const other = person(await company(), 1)
    expect(await codeOf(media.get(other, id))).toBe('ERR_NO_MEDIA_FOUND')
    expect(await media.info(other, id)).toBeNull()
    expect((await media.getMany(other, [id])).size).toBe(0)
    expect((await media.getMany(scope, [id, newId()])).size).toBe(1)
    expect(await codeOf(media.open(other.tenantId, id))).toBe('ERR_NO_MEDIA_FOUND')
  })

  it('by its signed address shows pictures and sound, and lets everything else only be saved', async () => {
    const scope = await company()
    const png = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const picture = await media.saveStream(scope, file(png, { fileName: 'não.png' }))
    const shown = await get(media.signedUrl(scope.tenantId, picture.id))
    expect(shown).toMatchObject({
      status: 200,
      type: 'image/png',
      headers: {
        'content-length': String(png.length),
        'content-disposition': `inline; filename="nao.png"; filename*=UTF-8''n%C3%A3o.png`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/),
        'cache-control': expect.stringMatching(/^private, max-age=\d+, immutable$/),
        'accept-ranges': 'bytes',
      },
    })
    expect((await bodyOf(shown)).equals(png)).toBe(true)
    const saved = await get(media.signedUrl(scope.tenantId, picture.id), { download: true })
    expect(saved.headers['content-disposition']).toMatch(/^attachment/)
    saved.stream?.destroy()
    for (const [data, mimeType, type] of [
      ['<html><script>1</script>', 'text/html', 'application/octet-stream'],
      ['<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml', 'application/octet-stream'],
      ['alert(1)', 'text/javascript', 'application/octet-stream'],
      ['a;b', 'text/csv', 'text/csv'],
    ] as const) {
      const { id } = await media.saveStream(scope, file(data, { fileName: 'x', mimeType }))
      const answer = await get(media.signedUrl(scope.tenantId, id))
      expect(answer.type).toBe(type)
      expect(answer.headers['content-disposition']).toMatch(/^attachment/)
      answer.stream?.destroy()
    }
    const pdf = await media.saveStream(scope, file('%PDF-1.7\n', { fileName: 'x.pdf', mimeType: 'application/pdf' }))
    const viewed = await get(media.signedUrl(scope.tenantId, pdf.id))
    expect(viewed.headers['content-disposition']).toMatch(/^inline/)
    // the browser's viewer refuses to work in a sandbox; only our own pages may frame it
    expect(viewed.headers['content-security-policy']).toMatch(/^default-src 'none'.*frame-ancestors 'self'$/)
    viewed.stream?.destroy()
  })

  it('answers parts of it, and nothing when the browser has it', async () => {
    const scope = await company()
    const { id } = await media.saveStream(scope, file('0123456789'))
    const url = media.signedUrl(scope.tenantId, id)
    const part = await get(url, { range: 'bytes=2-4' })
    expect([part.status, part.headers['content-range'], part.headers['content-length']]).toEqual([
      206,
      'bytes 2-4/10',
      '3',
    ])
    expect((await bodyOf(part)).toString()).toBe('234')
    const beyond = await get(url, { range: 'bytes=10-' })
    expect([beyond.status, beyond.headers['content-range'], beyond.stream]).toEqual([416, 'bytes */10', null])
    const { etag = '' } = beyond.headers
    expect(await get(url, { ifNoneMatch: `"x", W/${etag}` })).toMatchObject({ status: 304, stream: null })
    expect((await bodyOf(await get(url, { range: 'bytes=0-0', ifRange: etag }))).toString()).toBe('0')
    expect((await bodyOf(await get(url, { range: 'bytes=0-0', ifRange: '"old"' }))).toString()).toBe('0123456789')
  })

  it('ends with the address, and with the file', async () => {
    const scope = await company()
    const { id } = await media.saveStream(scope, file('x'))
    const url = media.signedUrl(scope.tenantId, id, { ttlSeconds: 60 })
    const other = await company()
    expect(await codeOf(get(media.signedUrl(other.tenantId, id)))).toBe('ERR_NO_MEDIA_FOUND')
    expect(await codeOf(get('/files/made-up'))).toBe('ERR_NO_MEDIA_FOUND')
    clock.set(clock.now() + 2 * HOUR)
    expect(await codeOf(get(url))).toBe('ERR_MEDIA_EXPIRED')
    await db.system.media.deleteMany({ where: { id } })
    expect(await codeOf(get(media.signedUrl(scope.tenantId, id)))).toBe('ERR_NO_MEDIA_FOUND')
  })
})
