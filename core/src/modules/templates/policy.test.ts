import type { TemplateComponent } from '@recado/sdk'
import { describe, expect, it } from 'vitest'
import { filesOf, missingOf, textOf, variablesOf } from './policy.ts'

const components: TemplateComponent[] = [
  { type: 'HEADER', format: 'TEXT', text: 'Pedido {{1}}' },
  { type: 'BODY', text: 'Olá {{nome}}, chega {{dia}}. Até, {{nome}}!' },
  { type: 'FOOTER', text: 'Casa Ipê' },
  {
    type: 'BUTTONS',
    buttons: [
      { type: 'QUICK_REPLY', text: 'Ok' },
      { type: 'URL', text: 'Rastrear', url: 'https://x.test/{{1}}' },
    ],
  },
]
const cards: TemplateComponent[] = [
  { type: 'BODY', text: 'Novidades' },
  {
    type: 'CAROUSEL',
    cards: [1, 2].map((n) => ({
      components: [
        { type: 'HEADER', format: 'IMAGE' },
        { type: 'BODY', text: n === 1 ? 'Por {{1}}' : 'Sem preço' },
      ],
    })),
  },
]
const full = { 'header.1': '77', 'body.nome': 'Rita', 'body.dia': 'amanhã', 'button.1': '77' }

describe('templates', () => {
  it('name what has to be filled in, each once', () => {
    expect(variablesOf(components).map(({ key }) => key)).toEqual(['header.1', 'body.nome', 'body.dia', 'button.1'])
    expect(variablesOf(cards)).toEqual([{ key: 'card.0.body.1', part: 'body', label: '1', card: 0 }])
    expect(filesOf(cards)).toEqual({ header: null, cards: ['IMAGE', 'IMAGE'] })
    expect(filesOf([{ type: 'HEADER', format: 'video' }])).toEqual({ header: 'VIDEO', cards: [] })
  })

  it('tell what is missing', () => {
    expect(missingOf(components, { variables: full })).toBeNull()
    expect(missingOf(components, { variables: { ...full, 'body.dia': ' ' } })).toBe('body.dia')
    expect(missingOf([{ type: 'HEADER', format: 'IMAGE' }], { variables: {} })).toBe('header')
    expect(missingOf(cards, { variables: { 'card.0.body.1': '9' }, cards: [{ id: 'a' }] })).toBe('cards')
  })

  it('read as the customer reads them', () => {
    expect(textOf(components, { variables: full })).toBe(
      '*Pedido 77*\n\nOlá Rita, chega amanhã. Até, Rita!\n\nCasa Ipê',
    )
    expect(textOf(components, { variables: {} })).toContain('Olá {{nome}}')
  })
})
