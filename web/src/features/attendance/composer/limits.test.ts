import type { ChannelFeatures } from '@recado/sdk'
import { describe, expect, it } from 'vitest'
import { fitFile, isWithin, roomLeft, takesFiles, takesVoice, totalProblem } from './limits.ts'

const features = {
  text: { maxLength: 1000 },
  media: {
    image: { maxBytes: 500, mimeTypes: ['image/jpeg', 'image/png'] },
    audio: { maxBytes: 300 },
    document: { maxBytes: 2000 },
  },
  totalBytes: 2500,
  receipts: 'read',
  startsConversation: true,
  idempotentSend: true,
} as ChannelFeatures
const onlyImages = { ...features, media: { image: { maxBytes: 500, mimeTypes: ['image/*'] } } } as ChannelFeatures

describe('files', () => {
  it('go as what they are', () => {
    expect(fitFile({ type: 'image/png', size: 500 }, features)).toEqual({ kind: 'image' })
    expect(fitFile({ type: 'application/pdf', size: 10 }, features)).toEqual({ kind: 'document' })
    expect(fitFile({ type: '', size: 10 }, features)).toEqual({ kind: 'document' })
  })

  it('go as documents where their own kind is too narrow', () => {
    expect(fitFile({ type: 'image/png', size: 501 }, features)).toEqual({ kind: 'document' })
    expect(fitFile({ type: 'image/heic', size: 10 }, features)).toEqual({ kind: 'document' })
    expect(fitFile({ type: 'video/mp4', size: 10 }, features)).toEqual({ kind: 'document' })
  })

  it('are refused with the largest size that would do', () => {
    expect(fitFile({ type: 'image/png', size: 2001 }, features)).toEqual({ problem: { rule: 'tooBig', limit: 2000 } })
    expect(fitFile({ type: 'image/webp', size: 501 }, onlyImages)).toEqual({ problem: { rule: 'tooBig', limit: 500 } })
    expect(fitFile({ type: 'application/pdf', size: 5 }, onlyImages)).toEqual({ problem: { rule: 'type' } })
    expect(fitFile({ type: 'text/plain', size: 0 }, features)).toEqual({ problem: { rule: 'empty' } })
  })

  it('count together', () => {
    expect(totalProblem([{ size: 2000 }, { size: 500 }], features)).toBeNull()
    expect(totalProblem([{ size: 2000 }, { size: 501 }], features)).toEqual({ rule: 'total', limit: 2500 })
    const { totalBytes: _own, ...silent } = features
    const limit = 50 * 1024 * 1024
    expect(totalProblem([{ size: limit + 1 }], silent)).toBeNull()
    expect(totalProblem([{ size: limit }, { size: 1 }], silent)).toEqual({ rule: 'total', limit })
  })

  it('are left to the server while the channel is unknown', () => {
    expect(fitFile({ type: 'video/mp4', size: 1e9 }, null)).toEqual({ kind: 'video' })
    expect(takesFiles(null)).toBe(true)
    expect(takesFiles({ ...features, media: {} })).toBe(false)
  })
})

describe('voice', () => {
  it('falls back to audio', () => {
    expect(fitFile({ type: 'audio/webm;codecs=opus', size: 10 }, features, true)).toEqual({ kind: 'audio' })
    expect(takesVoice(features)).toBe(true)
    expect(takesVoice(onlyImages)).toBe(false)
  })
})

it('tells the room left only when there is little', () => {
  expect(roomLeft('a'.repeat(100), features)).toBeNull()
  expect(roomLeft('a'.repeat(901), features)).toBe(99)
  expect(roomLeft('a'.repeat(1002), features)).toBe(-2)
})

it('lets go of edits after their time', () => {
  expect(isWithin({ withinSeconds: 60 }, 0, 60_000)).toBe(true)
  expect(isWithin({ withinSeconds: 60 }, 0, 60_001)).toBe(false)
  expect(isWithin({ withinSeconds: 0 }, 0, 1e12)).toBe(true)
  expect(isWithin(undefined, 0, 0)).toBe(false)
})
