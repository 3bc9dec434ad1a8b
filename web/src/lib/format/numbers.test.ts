import { afterEach, describe, expect, it } from 'vitest'
import { i18n } from '../i18n/i18n.ts'
import { formatBadge, formatBytes } from './numbers.ts'

afterEach(async () => {
  await i18n.init({ lng: 'pt', resources: {} })
})

describe('numbers', () => {
  it('writes sizes of files as people read them', async () => {
    for (const [lng, small, large] of [
      ['pt', '764 bytes', '1,4 MB'],
      ['en', '764 bytes', '1.4 MB'],
      ['es', '764 bytes', '1,4 MB'],
    ] as const) {
      await i18n.init({ lng, resources: {} })
      expect(formatBytes(764).replace('\u00a0', ' ')).toBe(small)
      expect(formatBytes(1_400_000).replace('\u00a0', ' ')).toBe(large)
    }
  })

  it('keeps badges narrow', () => {
    expect([0, 99, 100].map(formatBadge)).toEqual(['0', '99', '99+'])
  })
})
