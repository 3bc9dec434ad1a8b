import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { limiter } from '../limiter.ts'
import { measure, peek } from './intake.ts'

const chunks = (...texts: string[]) => Readable.from(texts.map((text) => Buffer.from(text)))

describe('taking a stream in', () => {
  it.each([0, 1, 4, 5, 100])('shows the first %i bytes and still gives all', async (bytes) => {
    const { head, whole } = await peek(chunks('abc', 'def', 'gh'), bytes)
    expect(head.length).toBeGreaterThanOrEqual(Math.min(bytes, 8))
    expect('abcdefgh'.startsWith(head.toString())).toBe(true)
    expect((await buffer(whole)).toString()).toBe('abcdefgh')
  })

  it('counts and hashes', async () => {
    const { stream, result } = measure(chunks('abc', 'def'), 6)
    await buffer(stream)
    expect(result()).toEqual({ size: 6, sha256: createHash('sha256').update('abcdef').digest() })
  })

  it('stops at the first byte too many, and stops the source', async () => {
    let given = 0
    const endless = Readable.from(
      (async function* () {
        for (;;) {
          given += 1
          yield Buffer.alloc(1000)
        }
      })(),
    )
    const { whole } = await peek(endless, 10)
    const { stream } = measure(whole, 10_000)
    await expect(buffer(stream)).rejects.toMatchObject({ code: 'ERR_MEDIA_TOO_LARGE', params: { maxBytes: 10_000 } })
    await expect.poll(() => endless.destroyed).toBe(true)
    expect(given).toBeLessThan(60)
  })

  it('passes a broken source on', async () => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('abc')
        throw new Error('cut')
      })(),
    )
    const { whole } = await peek(broken, 1)
    await expect(buffer(measure(whole, 100).stream)).rejects.toThrow('cut')
  })
})

it('a limiter runs so many at a time, in order, and goes on after a failure', async () => {
  const limit = limiter(2)
  const log: string[] = []
  let running = 0
  let most = 0
  const work = (name: string) => async () => {
    running += 1
    most = Math.max(most, running)
    log.push(name)
    await Promise.resolve()
    running -= 1
    if (name === 'b') throw new Error(name)
  }
  await Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map((name) => limit(work(name))))
  await limit(work('f'))
  expect([most, log]).toEqual([2, ['a', 'b', 'c', 'd', 'e', 'f']])
})
