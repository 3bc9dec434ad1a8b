import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { createFileTokens } from './tokens.ts'

const HOUR = 3_600_000
const NOON = Date.UTC(2026, 4, 4, 12)

function tokens(secret = 'a') {
  let now = NOON
  const keys = {
    derive: (purpose: string) =>
      createHash('sha256')
        .update(secret + purpose)
        .digest(),
  }
  const advance = (ms: number) => {
    now += ms
  }
  return { ...createFileTokens({ keys, clock: { now: () => now } }), advance }
}
const codeOf = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('addresses of files', () => {
  const grant = { tenantId: 2_000_000_000, mediaId: newId(), thumb: true }

  it('say which file of which company, and nothing else', () => {
    const one = tokens()
    for (const thumb of [true, false]) {
      const token = one.issue({ ...grant, thumb }, 60)
      expect(token).toMatch(/^[\w-]{55}$/)
      expect(one.read(token)).toEqual({ ...grant, thumb, expires: NOON / 1000 + 3600 })
    }
  })

  it('stay the same within an hour, so that browsers keep the file', () => {
    const one = tokens()
    one.advance(60_000)
    const first = one.issue(grant, 3600)
    one.advance(58 * 60_000)
    expect(one.issue(grant, 3600)).toBe(first)
    one.advance(2 * 60_000)
    expect(one.issue(grant, 3600)).not.toBe(first)
  })

  it('live at least as long as asked for and at most an hour longer', () => {
    const one = tokens()
    one.advance(10 * 60_000)
    const token = one.issue(grant, 3600)
    one.advance(HOUR)
    expect(one.read(token).mediaId).toBe(grant.mediaId)
    one.advance(HOUR)
    expect(codeOf(() => one.read(token))).toBe('ERR_MEDIA_EXPIRED')
  })

  it('cannot be made up or changed', () => {
    const one = tokens()
    const token = one.issue(grant, 60)
    const bytes = Buffer.from(token, 'base64url')
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(
        codeOf(() => one.read(changed.toString('base64url'))),
        `byte ${at}`,
      ).toBe('ERR_NO_MEDIA_FOUND')
    }
    for (const other of ['', 'x', `${token}=`, `${token}A`, token.slice(1), tokens('b').issue(grant, 60)])
      expect(
        codeOf(() => one.read(other)),
        other,
      ).toBe('ERR_NO_MEDIA_FOUND')
  })
})
