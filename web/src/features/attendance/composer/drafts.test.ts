import { beforeEach, expect, it, vi } from 'vitest'
import { Drafts } from './drafts.ts'

const kept = new Map<string, string>()
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
}

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', storage)
})

it('survives a reload, per ticket and per person', () => {
  const drafts = new Drafts(() => 'drafts.1')
  drafts.set(5, { text: 'olá' })
  drafts.set(5, { replyTo: 'm1' })
  const reloaded = new Drafts(() => 'drafts.1')
  expect(reloaded.get(5)).toMatchObject({ text: 'olá', replyTo: 'm1' })
  expect(reloaded.get(6)).toBeUndefined()
  expect(new Drafts(() => 'drafts.2').get(5)).toBeUndefined()
})

it('leaves nothing behind once sent', () => {
  const drafts = new Drafts(() => 'drafts.1')
  drafts.set(5, { text: 'olá', replyTo: 'm1' })
  drafts.drop(5)
  expect(drafts.get(5)).toBeUndefined()
  expect(kept.size).toBe(0)
})

it('lets old ones go', () => {
  const drafts = new Drafts(() => 'drafts.1')
  const day = 24 * 60 * 60 * 1000
  drafts.set(1, { text: 'old' }, 0)
  drafts.set(2, { text: 'new' }, 31 * day)
  const reloaded = new Drafts(() => 'drafts.1')
  expect([reloaded.get(1), reloaded.get(2)?.text]).toEqual([undefined, 'new'])
})

it('holds back a reload only when the browser could not store it', () => {
  const drafts = new Drafts(() => 'drafts.1')
  drafts.set(1, { text: 'a' })
  expect(drafts.hasUnkept).toBe(false)
  vi.stubGlobal('localStorage', {
    ...storage,
    setItem: () => {
      throw new Error('full')
    },
  })
  drafts.set(1, { text: 'ab' })
  expect(drafts.hasUnkept).toBe(true)
})
