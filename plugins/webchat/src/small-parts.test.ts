import { createTestClock, createTestStore } from '@recado/sdk/testing'
import { describe, expect, it } from 'vitest'
import { normaliseAddress } from './address.ts'
import { slim } from './hints.ts'
import { createLinks } from './links.ts'
import { createRates, networkOf } from './rates.ts'
import { createSigner } from './signer.ts'
import { sniff } from './sniff.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')

describe('addresses', () => {
  it('are a user of the site or a visitor', () => {
    expect(normaliseAddress(' user:Ana-1 ')).toBe('user:Ana-1')
    expect(normaliseAddress('0190A5C0-7B1E-7CCC-8000-000000000000')).toBe('0190a5c0-7b1e-7ccc-8000-000000000000')
    for (const nonsense of ['', 'user:', 'ana@x.test', '5511911112222']) {
      expect(() => normaliseAddress(nonsense)).toThrow('RECIPIENT_INVALID')
    }
  })
})

describe('rates', () => {
  it('refill with time', () => {
    const clock = createTestClock(0)
    const rates = createRates(clock)
    const rate = { max: 2, perMs: 1_000 }
    expect([rates.take('a', rate), rates.take('a', rate), rates.take('a', rate)]).toEqual([true, true, false])
    expect(rates.take('b', rate)).toBe(true)
    clock.advance(500)
    expect([rates.take('a', rate), rates.take('a', rate)]).toEqual([true, false])
  })

  it('count an IPv6 network as one', () => {
    expect(networkOf('2001:db8:1:2::1')).toBe(networkOf('2001:0db8:1:2:aaaa:bbbb:cccc:dddd'))
    expect(networkOf('2001:db8:1:3::1')).not.toBe(networkOf('2001:db8:1:2::1'))
    expect(networkOf('203.0.113.7')).toBe('203.0.113.7')
  })
})

describe('files', () => {
  it.each([
    ['\x89PNG\r\n\x1a\n', 'a.png', 'image/png', { kind: 'image', mimeType: 'image/png' }],
    ['%PDF-1.7', 'a.png', 'image/png', { kind: 'document', mimeType: 'application/pdf' }],
    ['bom dia', 'a.png', 'image/png', { kind: 'document', mimeType: 'text/plain' }],
    ['\x1a\x45\xdf\xa3', 'a.webm', 'audio/webm', { kind: 'audio', mimeType: 'audio/webm' }],
    ['MZ\x90', 'photo.png', 'image/png', null],
    ['<svg xmlns="http://www.w3.org/2000/svg">', 'a.txt', 'text/plain', null],
    ['<?xml version="1.0"?>\n<svg>', 'a.xml', 'text/xml', null],
    ['\n<!-- x --><!DOCTYPE html>', 'a.txt', 'text/plain', null],
    ['alert(1)', 'a.js', 'text/plain', null],
  ])('%j is what it is, whatever it is called', (content, name, declared, wanted) => {
    expect(sniff(bytes(content), name, declared)).toEqual(wanted)
  })
})

describe('links', () => {
  it('open one file of one conversation for a while', async () => {
    const clock = createTestClock(Date.UTC(2026, 0, 15))
    const links = createLinks(createSigner(createTestStore(), clock), clock, 1_000)
    const { url, expiresAt } = await links.sign('m1', 'user:1')
    const query = Object.fromEntries(new URL(url, 'http://x').searchParams)
    expect(await links.valid('m1', query)).toBe(true)
    expect(await links.valid('m2', query)).toBe(false)
    expect(await links.valid('m1', { ...query, exp: String(expiresAt + 1) })).toBe(false)
    clock.set(expiresAt)
    expect(await links.valid('m1', query)).toBe(false)
    expect(await links.renew(url, 'user:2')).toBeNull()
    expect((await links.renew(url, 'user:1'))?.expiresAt).toBeGreaterThan(expiresAt)
  })
})

it('a hint that would be too long travels without its content', () => {
  const hint = { type: 'edited', to: 'user:1', id: 'm', content: { type: 'text', text: 'é'.repeat(2_000) } } as const
  expect(slim(hint)).toEqual({ type: 'edited', to: 'user:1', id: 'm' })
  expect(slim({ ...hint, content: { type: 'text', text: 'oi' } })).toHaveProperty('content')
})
