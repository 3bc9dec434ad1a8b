import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { CryptoError, createKeys } from './keys.ts'

const SECRET = Buffer.alloc(32, 7).toString('base64')

describe('the installation key', () => {
  it('must be there and long enough', () => {
    for (const weak of ['', 'short', randomBytes(31).toString('base64')])
      expect(() => createKeys(weak)).toThrow(CryptoError)
  })

  it('gives each purpose a key of its own, the same on every node', () => {
    const [one, two] = [createKeys(SECRET), createKeys(SECRET)]
    expect(one.derive('a')).toEqual(two.derive('a'))
    expect(one.derive('a')).toHaveLength(32)
    expect(one.derive('a')).not.toEqual(one.derive('b'))
    expect(one.id).toBe(two.id)
    expect(one.id).not.toBe(createKeys(randomBytes(32).toString('base64')).id)
    expect(SECRET).not.toContain(one.id)
  })

  it('wraps for one place: neither another key nor context nor a changed bit opens it', () => {
    const keys = createKeys(SECRET)
    const plain = randomBytes(32)
    const wrapped = keys.wrap(plain, 'tenant 1')
    expect(keys.unwrap(wrapped, 'tenant 1')).toEqual(plain)
    expect(keys.wrap(plain, 'tenant 1')).not.toEqual(wrapped)
    expect(() => keys.unwrap(wrapped, 'tenant 2')).toThrow(CryptoError)
    expect(() => createKeys(randomBytes(32).toString('base64')).unwrap(wrapped, 'tenant 1')).toThrow(CryptoError)
    expect(() => keys.unwrap(wrapped.subarray(0, 20), 'tenant 1')).toThrow(CryptoError)
    for (const at of [0, 12, 28, wrapped.length - 1]) {
      const changed = Buffer.from(wrapped)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => keys.unwrap(changed, 'tenant 1'), `bit of byte ${at}`).toThrow(CryptoError)
    }
  })
})
