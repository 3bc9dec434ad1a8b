import { expect, it } from 'vitest'
import { richText } from './rich-text.ts'

const links = (text: string) => richText(text).flatMap((piece) => (piece.kind === 'link' ? [piece.href] : []))

it('links addresses without the signs around them', () => {
  expect(links('veja https://x.com/a_b?c=*d*, (www.loja.com.br/p) e ana@x.com.br.')).toEqual([
    'https://x.com/a_b?c=*d',
    'https://www.loja.com.br/p',
    'mailto:ana@x.com.br',
  ])
  expect(links('https://pt.wikipedia.org/wiki/A_(b)')).toEqual(['https://pt.wikipedia.org/wiki/A_(b)'])
})

it('never links anything that could run', () => {
  expect(links('javascript:alert(1) data:text/html,x <a href="x">')).toEqual([])
  expect(richText('<b>oi</b>')).toEqual([{ kind: 'text', text: '<b>oi</b>' }])
})

it('draws the marks of chats, at the edges of words alone', () => {
  expect(richText('*oi* _tudo ~bem~_ `x*y*z`')).toEqual([
    { kind: 'bold', pieces: [{ kind: 'text', text: 'oi' }] },
    { kind: 'text', text: ' ' },
    {
      kind: 'italic',
      pieces: [
        { kind: 'text', text: 'tudo ' },
        { kind: 'strike', pieces: [{ kind: 'text', text: 'bem' }] },
      ],
    },
    { kind: 'text', text: ' ' },
    { kind: 'code', text: 'x*y*z' },
  ])
  expect(richText('2*3*4 e snake_case_name')).toEqual([{ kind: 'text', text: '2*3*4 e snake_case_name' }])
})

it('stays quick on long texts', () => {
  const started = performance.now()
  richText('*'.repeat(5_000) + 'a '.repeat(30_000))
  expect(performance.now() - started).toBeLessThan(500)
})
