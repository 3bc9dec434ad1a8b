import { expect, it } from 'vitest'
import { createDecoder, type Envelope, encode, sizeOf } from './wire.ts'

let ids = 0
const nextId = () => `id-${ids++}`
const large = (from: string): Envelope => ({
  from,
  kind: 'hint',
  name: 'big',
  body: { text: `"Olá, ação 👋" ~\\ \n${'ç'.repeat(9_000)}` },
})

it('cuts what is too large for one NOTIFY and puts it together again, whoever else talks meanwhile', () => {
  const decode = createDecoder()
  const a = encode(large('a'), nextId)
  const b = encode(large('b'), nextId)
  expect(a.length).toBeGreaterThan(2)
  for (const part of a) expect(sizeOf(part)).toBeLessThan(8_000)
  const seen = a.flatMap((part, index) => [decode(part), decode(b[index] ?? '')]).filter((one) => one !== null)
  expect(seen).toEqual([large('a'), large('b')])
})

it('gives up a message of which a part is missing, and reads on', () => {
  const decode = createDecoder()
  const [first = '', , ...rest] = encode(large('a'), nextId)
  for (const part of [first, ...rest]) expect(decode(part)).toBeNull()
  const next = encode(large('a'), nextId)
  expect(next.map(decode).at(-1)).toEqual(large('a'))
})
