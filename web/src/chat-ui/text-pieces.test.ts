import { expect, it } from 'vitest'
import { hrefOf, textPieces } from './text-pieces.ts'

const parts = (body: string, names: string[] = []) =>
  textPieces(
    body,
    names.map((name) => ({ name })),
  ).map(({ kind, text }) => [kind, text])

it('marks who is named, whatever case and accents, and the longer of two names', () => {
  expect(parts('oi @ana souza e @Ana, viu?', ['Ana', 'Ana Souza'])).toEqual([
    ['text', 'oi '],
    ['mention', '@ana souza'],
    ['text', ' e '],
    ['mention', '@Ana'],
    ['text', ', viu?'],
  ])
  expect(parts('@conceicao', ['Conceição'])).toEqual([['mention', '@conceicao']])
})

it('leaves addresses and longer words alone', () => {
  expect(parts('ana@ana.com @anabela', ['Ana'])).toEqual([['text', 'ana@ana.com @anabela']])
})

it('finds links without the full stop after them', () => {
  expect(parts('veja https://recado.test/a?b=1. E www.x.test!')).toEqual([
    ['text', 'veja '],
    ['link', 'https://recado.test/a?b=1'],
    ['text', '. E '],
    ['link', 'www.x.test'],
    ['text', '!'],
  ])
  expect(hrefOf('www.x.test')).toBe('https://www.x.test')
  expect(parts('javascript:alert(1)')).toEqual([['text', 'javascript:alert(1)']])
})

it('tells its pieces apart', () => {
  const at = textPieces('😀 @Ana @Ana www.x.test', [{ name: 'Ana' }]).map((piece) => piece.at)
  expect(new Set(at).size).toBe(at.length)
})
