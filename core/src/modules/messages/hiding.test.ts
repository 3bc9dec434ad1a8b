import { expect, it } from 'vitest'
import { withoutPhone, withoutPhones } from './hiding.ts'

it('hides numbers that stand for names', () => {
  expect(withoutPhone('+55 11 98888-7777')).not.toContain('8888')
  expect(withoutPhone('Ana 2')).toBe('Ana 2')
})

it('hides the numbers of those whom a text names, and nothing else', () => {
  const address = { kind: 'phone', value: '5511988887777' }
  const text = '@5511988887777 ligue para 5511900001111'
  const said = withoutPhones({
    body: text,
    content: { type: 'text', text, mentions: [{ token: '5511988887777', address }] },
  })
  expect(said.body).toBe('@5511•••••7777 ligue para 5511900001111')
  expect(JSON.stringify(said)).not.toContain('88887777')
  expect(withoutPhones({ body: 'oi', content: { type: 'text', text: 'oi' } })).toEqual({
    body: 'oi',
    content: { type: 'text', text: 'oi' },
  })
})
