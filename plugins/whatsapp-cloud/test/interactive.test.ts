import { describe, expect, it } from 'vitest'
import { openChannel } from './channel.ts'

/** A channel with a customer who has just written, and a stored picture. */
async function open() {
  const test = await openChannel()
  const rita = test.cloud.addPerson({ waId: '5511911112222', name: 'Rita' })
  test.cloud.userSays(rita, 'Oi')
  const { id } = await test.media.save(Buffer.from('bytes'), { fileName: 'foto.jpg', mimeType: 'image/jpeg' })
  return { ...test, rita, id, last: () => test.cloud.sent.items.at(-1)?.json }
}

describe('things to tap', () => {
  it('up to three answers', async () => {
    const test = await open()
    const { id } = test
    const buttons = [1, 2, 3].map((n) => ({ id: `b${n}`, label: `Opção número ${n} da lista` }))
    await test.send(test.rita, { type: 'buttons', text: 'Qual?', buttons, header: { id }, footer: 'Acme' })
    expect(test.last()).toMatchObject({
      interactive: {
        type: 'button',
        header: { type: 'image', image: { id: expect.any(String) } },
        body: { text: 'Qual?' },
        footer: { text: 'Acme' },
        action: { buttons: [{ type: 'reply', reply: { id: 'b1' } }, {}, {}] },
      },
    })
  })

  it('one link', async () => {
    const { send, rita, last } = await open()
    const link = { id: 'l', label: 'Abrir', url: 'https://acme.example' }
    await send(rita, { type: 'buttons', text: 'Veja', buttons: [link] })
    expect(last()).toMatchObject({
      interactive: {
        type: 'cta_url',
        action: { name: 'cta_url', parameters: { display_text: 'Abrir', url: link.url } },
      },
    })
    const both = send(rita, { type: 'buttons', text: 'Veja', buttons: [{ id: 'a', label: 'A' }, link] })
    await expect(both).rejects.toMatchObject({ code: 'REJECTED' })
  })

  it('a list, with what does not fit below its label', async () => {
    const { send, rita, last } = await open()
    const rows = [
      { id: 'a', label: 'Segunda via de boleto vencido', description: '' },
      { id: 'b', label: 'Suporte', description: 'Técnico' },
    ]
    await send(rita, {
      type: 'list',
      text: 'Como ajudar?',
      open: 'Ver opções',
      sections: [{ title: 'Financeiro', rows }, { rows: [{ id: 'c', label: 'Outro' }] }],
    })
    expect(last()).toMatchObject({
      interactive: {
        type: 'list',
        action: {
          button: 'Ver opções',
          sections: [
            {
              title: 'Financeiro',
              rows: [
                { id: 'a', title: 'Segunda via de boleto ve', description: 'Segunda via de boleto vencido' },
                { id: 'b', title: 'Suporte', description: 'Técnico' },
              ],
            },
            { title: 'Group 2', rows: [{ id: 'c', title: 'Outro' }] },
          ],
        },
      },
    })
    const many = Array.from({ length: 11 }, (_, n) => ({ id: `r${n}`, label: `R${n}` }))
    const tooMany = send(rita, { type: 'list', text: 'x', open: 'y', sections: [{ rows: many }] })
    await expect(tooMany).rejects.toMatchObject({ code: 'REJECTED' })
  })

  it('a long text goes ahead of the choices', async () => {
    const { send, rita, cloud } = await open()
    const text = `${'palavra '.repeat(200)}\nEscolha:`
    await send(rita, { type: 'buttons', text, buttons: [{ id: 'a', label: 'A' }] })
    expect(cloud.sent.items.map(({ type }) => type)).toEqual(['text', 'interactive'])
    expect(cloud.sent.items.at(-1)?.text.endsWith('Escolha:')).toBe(true)
  })

  it('a request for the position', async () => {
    const { send, rita, last } = await open()
    await send(rita, { type: 'location-request', text: 'Onde está?' })
    expect(last()).toMatchObject({
      interactive: { type: 'location_request_message', action: { name: 'send_location' } },
    })
  })

  it('a carousel of pictures with the same buttons', async () => {
    const test = await open()
    const { id } = test
    const card = (n: number) => ({
      title: `Cartão ${n}`,
      text: 'Texto',
      media: { id },
      buttons: [{ id: `b${n}`, label: 'Quero' }],
    })
    await test.send(test.rita, { type: 'carousel', text: 'Novidades', cards: [card(1), card(2)] })
    expect(test.last()).toMatchObject({
      interactive: {
        type: 'carousel',
        body: { text: 'Novidades' },
        action: {
          cards: [
            {
              card_index: 0,
              header: { type: 'image', image: { id: expect.any(String) } },
              body: { text: 'Cartão 1\nTexto' },
              action: { buttons: [{ type: 'quick_reply', quick_reply: { id: 'b1', title: 'Quero' } }] },
            },
            { card_index: 1 },
          ],
        },
      },
    })
    const link = { ...card(1), buttons: [{ id: 'l', label: 'Ver', url: 'https://acme.example' }] }
    await test.send(test.rita, { type: 'carousel', cards: [link, link] })
    expect(test.last()).toMatchObject({
      interactive: { action: { cards: [{ type: 'cta_url' }, { type: 'cta_url' }] } },
    })
    for (const cards of [
      [card(1), link],
      [card(1), { title: 'Sem', buttons: [{ id: 'a', label: 'A' }] }],
    ])
      await expect(test.send(test.rita, { type: 'carousel', cards })).rejects.toMatchObject({ code: 'REJECTED' })
  })
})
