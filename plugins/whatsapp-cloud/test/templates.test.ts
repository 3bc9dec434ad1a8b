import type { Template, TemplateDraft } from '@recado/sdk'
import { describe, expect, it } from 'vitest'
import { openChannel } from './channel.ts'

async function open() {
  const test = await openChannel()
  const image = await test.media.save(Buffer.from('a photo'), { fileName: 'a.jpg', mimeType: 'image/jpeg' })
  return { ...test, image }
}

describe('the templates of the account', () => {
  const draft: TemplateDraft = {
    name: 'aviso_novo',
    language: 'pt_BR',
    category: 'UTILITY',
    components: [{ type: 'BODY', text: 'Olá {{1}}, tudo bem?', example: { body_text: [['Rita']] } }],
  }

  it('come page by page, without the sample', async () => {
    const { cloud, channel, ctx } = await open()
    for (let count = 0; count < 250; count += 1) cloud.addTemplate({ name: `t${count}` })
    cloud.addTemplate({ name: 'hello_world', language: 'en_US' })
    cloud.addTemplate({
      name: 'com_tudo',
      quality_score: { score: 'GREEN', date: 1 },
      rejected_reason: 'NONE',
      components: [
        { type: 'buttons', buttons: [{ type: 'url', text: 'Ver', url: 'https://a.example/{{1}}', example: ['x'] }] },
      ],
    })
    const templates = await channel.syncTemplates?.(ctx.signal)
    expect(templates).toHaveLength(251)
    expect(templates?.at(-1)).toEqual({
      id: expect.any(String),
      name: 'com_tudo',
      language: 'pt_BR',
      category: 'UTILITY',
      status: 'APPROVED',
      quality: 'GREEN',
      components: [
        { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Ver', url: 'https://a.example/{{1}}', example: ['x'] }] },
      ],
    })
  })

  it('are made, changed and deleted', async () => {
    const { cloud, channel, ctx } = await open()
    const made = (await channel.createTemplate?.(draft, ctx.signal)) as Template
    expect(made).toMatchObject({ name: 'aviso_novo', status: 'PENDING', category: 'UTILITY' })
    const components = [{ type: 'BODY', text: 'Olá {{1}}, como vai?', example: { body_text: [['Rita']] } }]
    const changed = await channel.editTemplate?.(made, { ...draft, components }, ctx.signal)
    expect(changed).toMatchObject({ id: made.id, components: [{ text: 'Olá {{1}}, como vai?' }] })
    const renamed = channel.editTemplate?.(made, { ...draft, name: 'outro' }, ctx.signal)
    await expect(renamed).rejects.toMatchObject({ code: 'REJECTED' })
    await channel.removeTemplate?.(made, ctx.signal)
    await channel.removeTemplate?.(made, ctx.signal)
    expect(cloud.state.templates.size).toBe(0)
  })

  it('with a sample of the header’s file, handed in through the app', async () => {
    const { cloud, channel, ctx, image } = await open()
    const header = { type: 'HEADER', format: 'IMAGE', example: { headerMediaId: image.id } }
    const card = { components: [header, { type: 'BODY', text: 'Um' }] }
    const components = [header, { type: 'BODY', text: 'Veja' }, { type: 'CAROUSEL', cards: [card] }]
    await channel.createTemplate?.({ ...draft, components }, ctx.signal)
    const [template] = cloud.state.templates.values()
    const handle = { example: { header_handle: [expect.stringContaining('handle')] } }
    expect(template?.components).toMatchObject([handle, {}, { cards: [{ components: [handle, {}] }] }])
  })

  it('need an app for that', async () => {
    const test = await openChannel({ settings: { appId: undefined } })
    const image = await test.media.save(Buffer.from('x'), { fileName: 'a.jpg', mimeType: 'image/jpeg' })
    const components = [
      { type: 'HEADER', format: 'IMAGE', example: { headerMediaId: image.id } },
      { type: 'BODY', text: 'Oi' },
    ]
    const making = test.channel.createTemplate?.({ ...draft, components }, test.ctx.signal)
    await expect(making).rejects.toMatchObject({ code: 'MISCONFIGURED', field: 'appId' })
  })

  it('are refused in Meta’s words', async () => {
    const { channel, ctx } = await open()
    const components = [{ type: 'BODY', text: 'Olá {{1}}, tudo bem?' }]
    await expect(channel.createTemplate?.({ ...draft, components }, ctx.signal)).rejects.toMatchObject({
      code: 'REJECTED',
      detail: expect.stringContaining('Variables need examples'),
    })
  })
})
