import { describe, expect, it } from 'vitest'
import { openChannel } from './channel.ts'

async function open() {
  const test = await openChannel()
  const rita = test.cloud.addPerson({ waId: '5511911112222' })
  const image = await test.media.save(Buffer.from('a photo'), { fileName: 'a.jpg', mimeType: 'image/jpeg' })
  const send = (name: string, variables: Record<string, string> = {}, more: object = {}) =>
    test.send(rita, { type: 'template', name, language: 'pt_BR', variables, ...more })
  return { ...test, rita, image, sendTemplate: send, last: () => test.cloud.sent.items.at(-1)?.json.template }
}

describe('sending a template', () => {
  it('outside the window, to somebody who never wrote', async () => {
    const { cloud, sendTemplate, last } = await open()
    cloud.addTemplate({ name: 'aviso' })
    await sendTemplate('aviso')
    expect(last()).toEqual({ name: 'aviso', language: { code: 'pt_BR' } })
  })

  it('fills header, body and buttons by position', async () => {
    const { cloud, sendTemplate, last } = await open()
    cloud.addTemplate({
      name: 'fatura',
      components: [
        { type: 'HEADER', format: 'TEXT', text: 'Fatura {{1}}' },
        { type: 'BODY', text: 'Olá {{1}}, vence em {{2}}. Pague {{1}}!' },
        {
          type: 'BUTTONS',
          buttons: [
            { type: 'QUICK_REPLY', text: 'Já paguei' },
            { type: 'URL', text: 'Ver', url: 'https://acme.example/{{1}}' },
            { type: 'URL', text: 'Site', url: 'https://acme.example' },
            { type: 'COPY_CODE', example: 'X' },
            { type: 'PHONE_NUMBER', text: 'Ligar', phone_number: '+551130000000' },
          ],
        },
      ],
    })
    const variables = {
      'header.1': '07/2026',
      'body.2': 'amanhã',
      'body.1': 'Rita',
      'button.0': 'paid-7',
      'button.1': 'f/7',
      'button.3': 'PIX123',
    }
    await sendTemplate('fatura', variables)
    expect(last()).toMatchObject({
      components: [
        { type: 'header', parameters: [{ type: 'text', text: '07/2026' }] },
        { type: 'body', parameters: [{ text: 'Rita' }, { text: 'amanhã' }] },
        { type: 'button', sub_type: 'quick_reply', index: '0', parameters: [{ type: 'payload', payload: 'paid-7' }] },
        { type: 'button', sub_type: 'url', index: '1', parameters: [{ type: 'text', text: 'f/7' }] },
        {
          type: 'button',
          sub_type: 'copy_code',
          index: '3',
          parameters: [{ type: 'coupon_code', coupon_code: 'PIX123' }],
        },
      ],
    })
    await expect(sendTemplate('fatura', { ...variables, 'body.2': ' ' })).rejects.toMatchObject({
      code: 'REJECTED',
      detail: expect.stringContaining('body.2'),
    })
  })

  it('fills variables with names', async () => {
    const { cloud, sendTemplate, last } = await open()
    cloud.addTemplate({
      name: 'oi',
      parameter_format: 'NAMED',
      components: [{ type: 'BODY', text: 'Oi {{nome}}, é {{dia}}!' }],
    })
    await sendTemplate('oi', { 'body.dia': 'hoje', 'body.nome': 'Rita' })
    expect(last()).toMatchObject({
      components: [
        {
          parameters: [
            { parameter_name: 'nome', text: 'Rita' },
            { parameter_name: 'dia', text: 'hoje' },
          ],
        },
      ],
    })
  })

  it('uploads the file of the header once for many people', async () => {
    const { cloud, sendTemplate, last, image, clock } = await open()
    cloud.addTemplate({
      name: 'promo',
      components: [
        { type: 'HEADER', format: 'IMAGE' },
        { type: 'BODY', text: 'Veja' },
      ],
    })
    await sendTemplate('promo', {}, { header: { id: image.id } })
    await sendTemplate('promo', {}, { header: { id: image.id } })
    const uploads = () => cloud.requests.items.filter(({ path }) => path.endsWith('/media')).length
    expect(uploads()).toBe(1)
    const [kept] = cloud.state.media.keys()
    expect(last()).toMatchObject({
      components: [{ type: 'header', parameters: [{ type: 'image', image: { id: kept } }] }],
    })
    cloud.state.media.clear()
    await sendTemplate('promo', {}, { header: { id: image.id } })
    expect(uploads()).toBe(2)
    clock.advance(26 * 24 * 3600_000)
    await sendTemplate('promo', {}, { header: { id: image.id } })
    expect(uploads()).toBe(3)
    await expect(sendTemplate('promo')).rejects.toMatchObject({
      code: 'REJECTED',
      detail: expect.stringContaining('file'),
    })
  })

  it('fills the cards of a carousel', async () => {
    const { cloud, sendTemplate, last, image } = await open()
    const card = {
      components: [
        { type: 'HEADER', format: 'IMAGE' },
        { type: 'BODY', text: 'Por {{1}} hoje' },
        { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Ver', url: 'https://acme.example/{{1}}' }] },
      ],
    }
    cloud.addTemplate({
      name: 'vitrine',
      components: [
        { type: 'BODY', text: 'Oi {{1}}!' },
        { type: 'CAROUSEL', cards: [card, card] },
      ],
    })
    const variables = {
      'body.1': 'Rita',
      'card.0.body.1': '10',
      'card.0.button.0': 'a',
      'card.1.body.1': '20',
      'card.1.button.0': 'b',
    }
    await sendTemplate('vitrine', variables, { cards: [{ id: image.id }, { id: image.id }] })
    expect(last()).toMatchObject({
      components: [
        { type: 'body' },
        {
          type: 'carousel',
          cards: [
            {
              card_index: 0,
              components: [
                { type: 'header' },
                { type: 'body', parameters: [{ text: '10' }] },
                { sub_type: 'url', parameters: [{ text: 'a' }] },
              ],
            },
            {
              card_index: 1,
              components: [
                { type: 'header' },
                { type: 'body', parameters: [{ text: '20' }] },
                { sub_type: 'url', parameters: [{ text: 'b' }] },
              ],
            },
          ],
        },
      ],
    })
  })

  it('gives the code of an authentication twice', async () => {
    const { cloud, sendTemplate, last } = await open()
    const components = [
      { type: 'BODY', text: '{{1}} é seu código.' },
      { type: 'BUTTONS', buttons: [{ type: 'OTP', text: 'Copiar' }] },
    ]
    cloud.addTemplate({ name: 'codigo', category: 'AUTHENTICATION', components })
    await sendTemplate('codigo', { 'body.1': '123456' })
    expect(last()).toMatchObject({
      components: [{ parameters: [{ text: '123456' }] }, { sub_type: 'url', parameters: [{ text: '123456' }] }],
    })
  })

  it('reads the template anew when it changed', async () => {
    const { cloud, sendTemplate, receive, last } = await open()
    const template = cloud.addTemplate({ name: 'aviso', components: [{ type: 'BODY', text: 'Oi {{1}}!' }] })
    await sendTemplate('aviso', { 'body.1': 'Rita' })
    template.components = [{ type: 'BODY', text: 'Oi {{1}} e {{2}}!' }]
    const variables = { 'body.1': 'Rita', 'body.2': 'Rui' }
    await expect(sendTemplate('aviso', variables)).rejects.toMatchObject({
      code: 'REJECTED',
      detail: expect.stringContaining('132000'),
    })
    await sendTemplate('aviso', variables)
    template.components = [{ type: 'BODY', text: 'Oi!' }]
    const which = {
      message_template_id: template.id,
      message_template_name: 'aviso',
      message_template_language: 'pt_BR',
    }
    await receive(cloud.webhooks.tell('message_template_components_update', which))
    await sendTemplate('aviso', variables)
    expect(last()).toEqual({ name: 'aviso', language: { code: 'pt_BR' } })
  })

  it('does with an old picture when Meta shows no new one', async () => {
    const { cloud, sendTemplate, clock } = await open()
    cloud.addTemplate({ name: 'aviso', components: [{ type: 'BODY', text: 'Oi {{1}}!' }] })
    await sendTemplate('aviso', { 'body.1': 'Rita' })
    clock.advance(2 * 3600_000)
    const error = { code: 80008, message: 'Too many calls' }
    cloud.fail(/message_templates$/, { status: 400, json: { error } }, 2)
    await sendTemplate('aviso', { 'body.1': 'Rita' })
    cloud.addTemplate({ name: 'outro' })
    await expect(sendTemplate('outro')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  })

  it('tells of one that is paused or gone', async () => {
    const { cloud, sendTemplate, inbound } = await open()
    const template = cloud.addTemplate({ name: 'aviso' })
    template.status = 'PAUSED'
    await expect(sendTemplate('aviso')).rejects.toMatchObject({
      code: 'REJECTED',
      detail: expect.stringContaining('132015'),
    })
    template.status = 'DISABLED'
    await expect(sendTemplate('aviso')).rejects.toMatchObject({ code: 'REJECTED' })
    expect(inbound.items).toMatchObject([
      { kind: 'template', name: 'aviso', language: 'pt_BR', status: 'PAUSED' },
      { kind: 'template', status: 'DISABLED' },
    ])
    await expect(sendTemplate('nenhum', { 'body.1': 'x', 'button.0': 'y' })).rejects.toMatchObject({
      detail: expect.stringContaining('132001'),
    })
  })
})
