import { randomUUID } from 'node:crypto'
import type { ChannelFeatures } from '@recado/sdk'
import { describe, expect, it } from 'vitest'
import { compose } from './compose.ts'

const MB = 1024 * 1024
const features: ChannelFeatures = {
  text: { maxLength: 4096 },
  media: { document: { maxBytes: 100 * MB } },
  receipts: 'read',
  startsConversation: true,
  idempotentSend: true,
}
const sent = (sizes: number[], own: Partial<ChannelFeatures> = {}) => {
  const files = sizes.map((size) => ({
    id: randomUUID(),
    mimeType: 'application/pdf',
    fileName: 'a.pdf',
    size: size * MB,
  }))
  return compose({ send: {}, files, replyToId: null, userId: 1, sendType: 'chat' }, { ...features, ...own })
}

describe('files of one send', () => {
  it('have 50 MB together where the channel says nothing, and one alone what the channel takes', () => {
    expect(sent([25, 25])).toHaveLength(2)
    expect(sent([100])).toHaveLength(1)
    expect(() => sent([25, 26])).toThrow(
      expect.objectContaining({ code: 'ERR_MEDIA_TOO_LARGE', params: { maxBytes: 50 * MB } }),
    )
  })

  it('have together what the channel says', () => {
    expect(sent([60, 40], { totalBytes: 100 * MB })).toHaveLength(2)
    expect(() => sent([60, 41], { totalBytes: 100 * MB })).toThrow(
      expect.objectContaining({ params: { maxBytes: 100 * MB } }),
    )
  })
})
