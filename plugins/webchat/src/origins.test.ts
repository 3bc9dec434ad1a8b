import { describe, expect, it } from 'vitest'
import { frameAncestors, ORIGIN_PATTERN, originAllowed } from './origins.ts'

describe('allowed origins', () => {
  const list = ['https://shop.example', '*.wide.example', 'http://localhost:3000', 'plain.example']

  it.each([
    'https://shop.example',
    'https://a.wide.example',
    'https://a.b.wide.example',
    'http://localhost:3000',
    'https://plain.example',
  ])('lets %s in', (origin) => {
    expect(originAllowed(origin, list)).toBe(true)
  })

  it.each([
    'http://shop.example',
    'https://shop.example:8443',
    'https://wide.example',
    'https://evilwide.example',
    'https://shop.example.evil.example',
    'https://shop.example/path',
    'http://plain.example',
    'null',
    'file://',
    '',
  ])('keeps %s out', (origin) => {
    expect(originAllowed(origin, list)).toBe(false)
  })

  it('an empty list lets every site in, but nothing that is no site', () => {
    expect(originAllowed('https://any.example', [])).toBe(true)
    expect(originAllowed('null', [])).toBe(false)
  })

  it('writes the same list for the browser', () => {
    expect(frameAncestors([])).toBe('*')
    expect(frameAncestors(['Shop.Example/', '*.wide.example'])).toBe(
      "'self' https://shop.example https://*.wide.example",
    )
  })

  it.each(["'none'; script-src *", 'a b', 'https://', '*', '*.'])('the field refuses %s', (entry) => {
    expect(new RegExp(ORIGIN_PATTERN).test(entry)).toBe(false)
  })
})
