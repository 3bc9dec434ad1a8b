import { createTestStore } from '@recado/sdk/testing'
import { BufferJSON } from '@whiskeysockets/baileys'
import { describe, expect, it } from 'vitest'
import { createKeyStore } from '../src/auth/keys.ts'
import { createLedger } from '../src/auth/ledger.ts'
import { backoff, nextAfter } from '../src/connect/policy.ts'
import { createCache } from '../src/library/cache.ts'
import { createLogger } from '../src/library/logger.ts'
import { millisecondsOf, numberOf } from '../src/library/number.ts'
import { isInside, proxyAgent } from '../src/library/proxy.ts'
import { lastSecond } from '../src/send/ogg.ts'
import { messageIdOf } from '../src/send/send.ts'
import { createSentLog } from '../src/send/sent-log.ts'

const ledgerOn = (store = createTestStore()) => {
  const failures: unknown[] = []
  const ledger = createLedger({
    store,
    signal: new AbortController().signal,
    retryMs: 1,
    onFailure: (error) => failures.push(error),
  })
  return { store, ledger, failures }
}

describe('the ledger', () => {
  it('gives bytes back as bytes, sealed, and forgets what is gone', async () => {
    const { store, ledger } = ledgerOn()
    await ledger.write({ 'auth:a': { key: Buffer.from('x') }, 'auth:b': 1 })
    expect(await ledger.read('auth:a')).toEqual({ key: Buffer.from('x') })
    expect([...store.entries.values()].every(({ sealed }) => sealed)).toBe(true)
    await ledger.write({ 'auth:a': null })
    expect(await ledger.read('auth:a')).toBeNull()
    await ledger.clear('auth:')
    expect(store.entries.size).toBe(0)
  })

  it('keeps what is longer than a value may be', async () => {
    const { ledger } = ledgerOn()
    const large = {
      map: Object.fromEntries(Array.from({ length: 6000 }, (_, index) => [`k${index}`, Buffer.alloc(32, index)])),
    }
    expect(JSON.stringify(large, BufferJSON.replacer).length).toBeGreaterThan(256 * 1024)
    await ledger.write({ 'auth:large': large })
    expect(await ledger.read('auth:large')).toEqual(large)
  })

  it('writes in order, tries again, and tells when it gives up', async () => {
    const base = createTestStore()
    let refusals = 2
    const { ledger, failures } = ledgerOn({
      ...base,
      async setMany(entries, options) {
        if (refusals > 0) {
          refusals -= 1
          throw new Error('busy')
        }
        return base.setMany(entries, options)
      },
    })
    const value = { n: 1 }
    const first = ledger.write({ k: value })
    value.n = 2
    await Promise.all([first, ledger.write({ k: { n: 3 } })])
    expect((await base.get('k'))?.version).toBe(2)
    expect(await ledger.read('k')).toEqual({ n: 3 })
    refusals = 10
    await expect(ledger.write({ k: { n: 4 } })).rejects.toThrow('busy')
    expect(failures).toHaveLength(1)
    expect(await ledger.read('k')).toEqual({ n: 3 })
  })
})

describe('the key store', () => {
  it('never has in its cache what the store does not have', async () => {
    const base = createTestStore()
    let isFull = false
    const { ledger } = ledgerOn({
      ...base,
      setMany: async (entries, options) => {
        if (isFull) throw new Error('disk full')
        return base.setMany(entries, options)
      },
    })
    const keys = createKeyStore(ledger, Date.now)
    await keys.set({ session: { a: Buffer.from('1') }, 'lid-mapping': { '5511': '777' } })
    isFull = true
    await expect(Promise.resolve(keys.set({ session: { a: Buffer.from('2') } }))).rejects.toThrow()
    expect(await keys.get('session', ['a', 'b'])).toEqual({ a: Buffer.from('1') })
    expect(await keys.get('lid-mapping', ['5511'])).toEqual({ '5511': '777' })
  })
})

describe('the policy', () => {
  const after = (code: number | undefined, isPairing = false, badSessions = 1) =>
    nextAfter({ code, isPairing, badSessions })
  it.each([
    [515, 'restart'],
    [408, 'retry'],
    [428, 'retry'],
    [503, 'retry'],
    [500, 'retry'],
    [405, 'retry'],
    [undefined, 'retry'],
    [440, 'stop'],
    [401, 'stop'],
    [402, 'stop'],
    [403, 'stop'],
    [411, 'stop'],
  ])('%s: %s', (code, type) => expect(after(code).type).toBe(type))

  it('throws keys away only when WhatsApp did', () => {
    const forgetting = [440, 401, 402, 403, 411].filter((code) => Reflect.get(after(code), 'forget'))
    expect(forgetting).toEqual([401, 411])
  })

  it('waits longer each time, up to five minutes, give or take', () => {
    expect(backoff(1, 1000, 300_000, 0.5)).toBe(1000)
    expect(backoff(4, 1000, 300_000, 0.5)).toBe(8000)
    expect(backoff(100, 1000, 300_000, 0.5)).toBe(300_000)
    expect(backoff(1, 1000, 300_000, 0)).toBe(700)
    expect(backoff(1, 1000, 300_000, 1)).toBeCloseTo(1300)
  })
})

describe('the logger', () => {
  it('passes on no ids, numbers, texts or keys', () => {
    const lines: string[] = []
    const write = (message: string, fields?: Record<string, unknown>) =>
      lines.push(`${message} ${JSON.stringify(fields)}`)
    const logger = createLogger({ debug: write, info: write, warn: write, error: write })
    const error = Object.assign(new Error('segredo de 5511911112222'), { output: { statusCode: 428 } })
    logger
      .child({ class: 'x' })
      .error({ err: error, node: '<message>segredo</message>' }, 'failed for 5511911112222@s.whatsapp.net')
    logger.warn('Invalid mapping: "segredo" 777000111222333')
    logger.info({ creds: 'segredo' }, 'segredo')
    expect(lines.join('\n')).not.toMatch(/segredo|55119|777000/)
    expect(lines[0]).toContain('428')
    expect(lines).toHaveLength(2)
  })
})

describe('small things', () => {
  it('numbers may be Longs, texts, or nothing', () => {
    expect(numberOf({ low: 5, high: 1, unsigned: true })).toBe(4_294_967_301)
    expect(numberOf({ low: -1, high: -1, unsigned: false })).toBe(-1)
    expect([numberOf('12'), numberOf(''), numberOf(null), numberOf('x'), numberOf({})]).toEqual([12, ...Array(4)])
    expect([millisecondsOf(0, 7), millisecondsOf('1760000000', 7)]).toEqual([7, 1_760_000_000_000])
  })

  it('caches are bounded and forget', () => {
    let now = 0
    const cache = createCache(2, 100, () => now)
    cache.set('a', 1)
    cache.set('b', 2)
    cache.get('a')
    cache.set('c', 3)
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3])
    now = 100
    expect(cache.get('a')).toBeUndefined()
  })

  it('the same message has the same id, which looks like one of WhatsApp Web', () => {
    expect(messageIdOf('x')).toBe(messageIdOf('x'))
    expect(messageIdOf('x')).toMatch(/^3EB0[0-9A-F]{18}$/)
    expect(messageIdOf('x')).not.toBe(messageIdOf('y'))
  })

  it('only Ogg files have a length', () => expect(lastSecond(Buffer.from('ID3'))).toBeUndefined())

  it('sent messages are kept for thirty days', async () => {
    const store = createTestStore()
    let now = Date.UTC(2026, 0, 1)
    const log = createSentLog(store, () => now)
    await log.keep('A', { conversation: 'x' })
    now += 29 * 86_400_000
    await log.tidy()
    expect(await log.find('A')).toMatchObject({ conversation: 'x' })
    now += 3 * 86_400_000
    await log.keep('B', { conversation: 'y' })
    await log.tidy()
    expect(await log.find('A')).toBeUndefined()
    expect([...store.entries.keys()]).toHaveLength(1)
  })

  it.each([
    'http://10.0.0.1:8080',
    'socks5://127.0.0.1',
    'http://[::1]:1',
    'ftp://proxy.example.com',
    'x',
    'http://[::ffff:127.0.0.1]',
  ])('the proxy %s is refused', (address) => expect(proxyAgent(address)).rejects.toThrow('MISCONFIGURED'))
  it.each(['http://proxy.example.com:3128', 'https://8.8.8.8', 'socks5://user:pw@proxy.example.com:1080'])(
    'the proxy %s is taken',
    async (address) => expect(await proxyAgent(address)).toBeTruthy(),
  )
  it.each([
    ['169.254.169.254', true],
    ['8.8.8.8', false],
    ['fd00::1', true],
    ['::ffff:10.0.0.1', true],
    ['2001:4860:4860::8888', false],
  ])('%s is inside: %s', (address, expected) => expect(isInside(address)).toBe(expected))
})
