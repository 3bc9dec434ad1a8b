import { hookRequest } from '@recado/sdk/testing'
import { describe, expect, it } from 'vitest'
import { openChannel, words } from './channel.ts'

const HOUR = 3_600_000

describe('comments of Facebook', () => {
  it('come, change and go', async () => {
    const { bia, inbound } = await openChannel('facebook')
    const id = await bia.comments('preço?', '700100_55')
    await bia.editsComment(id, 'qual o preço?')
    await bia.deletesComment(id)
    expect(inbound.items).toMatchObject([
      {
        kind: 'comment',
        externalId: id,
        post: { id: '700100_55' },
        author: { addresses: [{ kind: 'psid', value: '9001' }], name: 'Bia Souza' },
        content: { type: 'text', text: 'preço?' },
      },
      { kind: 'edit', externalId: id, content: { text: 'qual o preço?' } },
      { kind: 'removal', externalId: id },
    ])
    expect(inbound.items[0]).not.toHaveProperty('parentId')
  })

  it('name the comment that they answer, and show their picture', async () => {
    const { bia, events } = await openChannel('facebook')
    const photo = 'https://scontent.xx.fbcdn.net/p.jpg'
    await bia.comments('olha', '700100_55', { parent_id: '700100_55_1', photo })
    expect(events('comment')).toMatchObject([
      { parentId: '700100_55_1', content: { type: 'media', kind: 'image', media: { ref: photo }, text: 'olha' } },
    ])
  })

  it('of the page, of posts, likes and odd values are no news', async () => {
    const { meta, inbound } = await openChannel('facebook')
    const base = { item: 'comment', verb: 'add', comment_id: '1_2', post_id: '1', message: 'a' }
    const values = [
      { ...base, from: { id: meta.account.id } },
      { ...base, item: 'post' },
      { ...base, item: 'reaction' },
      { ...base, verb: 'hide' },
      { ...base, comment_id: null },
      null,
      'x',
    ]
    await meta.deliver(
      meta.changes(...values.map((value) => ({ field: 'feed', value })), { field: 'ratings', value: {} }),
    )
    expect(inbound.items).toEqual([])
  })

  it('of authors whom Meta keeps secret are answered by the comment', async () => {
    const { meta, bia, send, events } = await openChannel('facebook')
    const id = await bia.comments('oi', '1_1', { from: undefined })
    const author = { kind: 'comment-author', value: id }
    expect(events('comment')).toMatchObject([{ author: { addresses: [author], label: 'Hidden author' } }])
    await expect(send(words('oi'), { to: author })).rejects.toMatchObject({ code: 'RECIPIENT_INVALID' })
    await send(words('oi'), { to: author, comment: { externalId: id, reply: 'private' } })
    expect(meta.sent.items).toMatchObject([{ comment: id }])
    expect(events('contact')).toMatchObject([{ party: { addresses: [{ kind: 'psid', value: '9001' }, author] } }])
  })
})

describe('comments of Instagram', () => {
  it.each(['comments', 'live_comments'])('come as %s', async (field) => {
    const { meta, events } = await openChannel('instagram')
    const value = {
      id: '1800',
      text: 'preço?',
      parent_id: '1799',
      from: { id: '9001', username: 'joao' },
      media: { id: '1799000', media_product_type: 'FEED' },
    }
    await meta.deliver(meta.changes({ field, value }))
    expect(events('comment')).toMatchObject([
      {
        externalId: '1800',
        parentId: '1799',
        post: { id: '1799000' },
        author: { addresses: [{ kind: 'igsid', value: '9001' }], username: 'joao' },
      },
    ])
  })

  it('below an ad are the same comment below the same post both times', async () => {
    const { bia, events } = await openChannel('instagram')
    await bia.comments('oi', 'post-1', { id: '1800' })
    await bia.comments('oi', 'post-1', {
      id: '1800',
      media: { id: 'ad-media', original_media_id: 'post-1', ad_id: '6045', ad_title: 'Bolos' },
    })
    const keys = events('comment').map(({ externalId, post }) => `${externalId} ${post.id}`)
    expect(keys).toEqual(['1800 post-1', '1800 post-1'])
  })

  it('are left alone where the company does not want them', async () => {
    const { bia, inbound } = await openChannel('instagram', { settings: { comments: false } })
    await bia.comments('oi')
    expect(inbound.items).toEqual([])
  })
})

describe('answering', () => {
  it.each([
    ['facebook', 'comments'],
    ['instagram', 'replies'],
  ] as const)('in public on %s goes to /%s', async (type, edge) => {
    const { bia, send, meta } = await openChannel(type)
    const id = await bia.comments('preço?')
    const { externalId } = await send(words('R$ 20'), { comment: { externalId: id, reply: 'public' } })
    expect(meta.answers.items).toEqual([{ id: externalId, comment: id, text: 'R$ 20' }])
    expect(meta.requests.items.at(-1)?.path).toContain(`/${edge}`)
    await expect(
      send({ type: 'location', latitude: 0, longitude: 0 }, { comment: { externalId: id, reply: 'public' } }),
    ).rejects.toMatchObject({ code: 'UNSUPPORTED' })
  })

  it.each(['facebook', 'instagram'] as const)('in private on %s is one message, once', async (type) => {
    const { bia, send, meta } = await openChannel(type)
    const comment = { externalId: await bia.comments('preço?'), reply: 'private' as const }
    await expect(send(words('a'.repeat(2100)), { comment })).rejects.toMatchObject({ code: 'UNSUPPORTED' })
    await send(words('R$ 20'), { comment })
    expect(meta.sent.items).toMatchObject([{ comment: comment.externalId, to: bia.id, message: { text: 'R$ 20' } }])
    await expect(send(words('e mais'), { comment })).rejects.toMatchObject({
      code: 'REJECTED',
      detail: expect.stringContaining('one answer only'),
    })
    expect(meta.sent.items).toHaveLength(1)
  })

  it('in private is refused in our words when another tool was first', async () => {
    const { bia, send, meta } = await openChannel('facebook')
    const comment = { externalId: await bia.comments('preço?'), reply: 'private' as const }
    meta.refuse({ code: 10900 })
    await expect(send(words('oi'), { comment })).rejects.toMatchObject({
      code: 'REJECTED',
      detail: expect.stringContaining('already answered'),
    })
  })

  it('needs a permission, without which messages go on', async () => {
    const { bia, send, meta, reports } = await openChannel('facebook')
    const externalId = await bia.comments('preço?')
    for (const reply of ['public', 'private'] as const) {
      meta.refuse({ call: 'any', code: 200, message: 'Requires pages_manage_engagement' })
      await expect(send(words('oi'), { comment: { externalId, reply } })).rejects.toMatchObject({ code: 'REJECTED' })
    }
    expect(reports.items).toEqual([])
    meta.refuse({ call: 'any', code: 190 })
    await expect(send(words('oi'), { comment: { externalId, reply: 'public' } })).rejects.toMatchObject({
      code: 'AUTH_EXPIRED',
    })
    expect(reports.items).toMatchObject([{ state: 'disconnected', userAction: 'reauthorise' }])
  })

  it('in private is possible for a week', async () => {
    const { bia, send, clock } = await openChannel('facebook')
    const comment = { externalId: await bia.comments('preço?'), reply: 'private' as const }
    const late = { comment, lastInboundAt: clock.now() - 169 * HOUR }
    await expect(send(words('oi'), late)).rejects.toMatchObject({ code: 'WINDOW_CLOSED' })
    await send(words('oi'), { comment, lastInboundAt: clock.now() - 167 * HOUR })
  })
})

it('a comment is acknowledged once it is durable', async () => {
  const { meta, channel, acceptWith } = await openChannel('facebook')
  acceptWith(() => Promise.reject(new Error('the database is away')))
  const value = { item: 'comment', verb: 'add', comment_id: '1_2', post_id: '1', message: 'a', from: { id: '1' } }
  const request = hookRequest(meta.signed(meta.changes({ field: 'feed', value })))
  await expect(channel.receiveHook?.(request)).rejects.toThrow('away')
})
