import { expect, it } from 'vitest'
import { piecesOf } from './marks.ts'

const hits = (text: string, wanted: string) =>
  piecesOf(text, wanted)
    .filter(({ isHit }) => isHit)
    .map(({ text }) => text)

it('marks what was searched for, whatever the accents and case', () => {
  expect(hits('A Rescisão e a RESCISAO', 'rescisao')).toEqual(['Rescisão', 'RESCISAO'])
  expect(hits('boleto da fatura, boletos', 'fatura boleto')).toEqual(['boleto', 'fatura', 'boleto'])
  expect(hits('nada', 'x')).toEqual([])
})

it('loses nothing of the text', () => {
  const text = '<b>Olá</b> 😀 ação 100%'
  for (const wanted of ['ola', 'b', '%', '😀', '', 'açao'])
    expect(
      piecesOf(text, wanted)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text)
  expect(hits(text, '<b>')).toEqual(['<b>'])
  expect(hits('c\u0327a\u0303o e ção', 'cao')).toEqual(['c\u0327a\u0303o', 'ção'])
})
