import { readAll } from '@recado/sdk/testing'
import { describe, expect, it } from 'vitest'
import { openChannel } from './channel.ts'

async function open() {
  const test = await openChannel()
  const rita = test.cloud.addPerson()
  const photo = test.cloud.userSendsFile(rita, 'image', Buffer.from('a photo'), { mime_type: 'image/jpeg' })
  await test.receive(photo)
  const [message] = test.messages()
  const ref = message?.content.type === 'media' ? (message.content.media.ref ?? '') : ''
  const fetch = async () => {
    const file = await test.channel.fetchMedia?.(ref, test.ctx.signal)
    return { ...file, text: file ? Buffer.from(await readAll(file.stream)).toString() : '' }
  }
  return { ...test, fetch, ref }
}

describe('files of customers', () => {
  it('are fetched by a fresh address each time', async () => {
    const { fetch, clock } = await open()
    expect(await fetch()).toMatchObject({ text: 'a photo', mimeType: 'image/jpeg', size: 7 })
    clock.advance(3600_000)
    expect(await fetch()).toMatchObject({ text: 'a photo' })
  })

  it('whose address died are asked for once more', async () => {
    const { fetch, cloud } = await open()
    cloud.fail(/download/, { status: 404, body: '' })
    expect(await fetch()).toMatchObject({ text: 'a photo' })
    cloud.fail(/download/, { status: 401, body: '' })
    expect(await fetch()).toMatchObject({ text: 'a photo' })
    cloud.fail(/download/, { status: 404, body: '' }, 2)
    await expect(fetch()).rejects.toMatchObject({ code: 'MEDIA_REJECTED' })
  })

  it('that Meta no longer has', async () => {
    const { fetch, cloud, ref } = await open()
    cloud.state.media.delete(ref)
    await expect(fetch()).rejects.toMatchObject({
      code: 'MEDIA_REJECTED',
      detail: expect.stringContaining('send it again'),
    })
  })

  it('that Meta cannot give at the moment', async () => {
    const { fetch, cloud } = await open()
    cloud.fail(/download/, { status: 503, body: '' })
    await expect(fetch()).rejects.toMatchObject({ code: 'TEMPORARY' })
    cloud.fail(/media/, { status: 500, json: { error: { code: 131000, message: 'Something went wrong' } } })
    await expect(fetch()).rejects.toMatchObject({ code: 'TEMPORARY' })
  })

  it('carry the token nowhere else', async () => {
    const { fetch, cloud, requests } = await open()
    cloud.fail(/media/, { json: { url: 'https://evil.example/x', mime_type: 'image/jpeg' } }, 2)
    await expect(fetch()).rejects.toMatchObject({ code: 'MEDIA_REJECTED' })
    expect(requests.items.every(({ url }) => url.startsWith(cloud.url))).toBe(true)
  })

  it('with a token that was revoked', async () => {
    const { fetch, cloud } = await open()
    cloud.revokeToken()
    await expect(fetch()).rejects.toMatchObject({ code: 'AUTH_EXPIRED' })
  })
})
