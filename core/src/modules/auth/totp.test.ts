import { describe, expect, it } from 'vitest'
import { base32, codeAt, matchingStep, otpauthUri, stepAt } from './totp.ts'

const SEED = Buffer.from('12345678901234567890')

describe('codes that change with time', () => {
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('are those of RFC 6238, appendix B, at second %i', (second, code) => {
    expect(codeAt(SEED, stepAt(second * 1000), 8)).toBe(code)
    expect(codeAt(SEED, stepAt(second * 1000))).toBe(code.slice(-6))
  })

  it('count one step to either side, and no step twice', () => {
    const now = 1_700_000_000_000
    const step = stepAt(now)
    for (const near of [-1, 0, 1]) expect(matchingStep(SEED, codeAt(SEED, step + near), now, 0)).toBe(step + near)
    for (const far of [-2, 2]) expect(matchingStep(SEED, codeAt(SEED, step + far), now, 0)).toBe(null)
    expect(matchingStep(SEED, codeAt(SEED, step), now, step)).toBe(null)
    expect(matchingStep(SEED, codeAt(SEED, step + 1), now, step)).toBe(step + 1)
    for (const odd of ['', '12345', '1234567', 'abcdef', '١٢٣٤٥٦']) expect(matchingStep(SEED, odd, now, 0)).toBe(null)
  })

  it('have secrets that apps can read', () => {
    // RFC 4648 §10
    expect(base32(Buffer.from('foobar'))).toBe('MZXW6YTBOI')
    expect(otpauthUri('Recado', 'ana@x.test', Buffer.from('foobar'))).toBe(
      'otpauth://totp/Recado:ana%40x.test?secret=MZXW6YTBOI&issuer=Recado&algorithm=SHA1&digits=6&period=30',
    )
  })
})
