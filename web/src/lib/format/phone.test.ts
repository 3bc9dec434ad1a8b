import { expect, it } from 'vitest'
import { typedPhone } from './phone.ts'

it.each([
  ['11 98765-4321', '11987654321'],
  [' +34 612 345 678', '+34612345678'],
  ['5511987654321', '5511987654321'],
  [' ', null],
])('a number typed as “%s” is sent as %s', (text, sent) => expect(typedPhone(text)).toBe(sent))
