import { describe, expect, it } from 'vitest'
import type { WireMessage } from '../src/wire.ts'
import { contrast, legible, readableOn } from '../widget/frame/colours.ts'
import { backoff } from '../widget/frame/net/backoff.ts'
import { Timeline } from '../widget/frame/state/timeline.ts'
import { chooseLanguage, textsOf } from '../widget/frame/texts.ts'
import { uuid } from '../widget/frame/uuid.ts'
import { LARGEST_GZIP, measure } from '../widget/sizes.ts'

const message = (id: string, seq: number | null, at = 0, more: Partial<WireMessage> = {}): WireMessage => ({
  id,
  seq,
  at,
  mine: false,
  content: { type: 'text', text: id },
  status: 'sent',
  sender: null,
  replyTo: null,
  edited: false,
  removed: false,
  ...more,
})

describe('colours', () => {
  it.each(['#0f6b66', '#ffff00', '#ffffff', '#000000', '#888888', '#ff0000', '#00c2a8'])(
    '%s stays readable',
    (accent) => {
      expect(contrast(accent, readableOn(accent))).toBeGreaterThanOrEqual(4.5)
      for (const surface of ['#ffffff', '#1c1b19'])
        expect(contrast(legible(accent, surface), surface)).toBeGreaterThanOrEqual(4.5)
    },
  )
})

describe('timeline', () => {
  it('holds each message once, in the order of the server', () => {
    const timeline = new Timeline()
    for (const one of [
      message('a', 1, 1),
      message('mine', null, 2, { mine: true }),
      message('c', 3, 3),
      message('a', 1, 1),
    ]) {
      timeline.put(one)
    }
    expect(timeline.all.map(({ id }) => id)).toEqual(['a', 'c', 'mine'])
    timeline.put(message('mine', 2, 2, { mine: true }))
    expect(timeline.all.map(({ id }) => id)).toEqual(['a', 'mine', 'c'])
    expect(timeline.cursor).toBe('c')
  })

  it('keeps a new ticket behind the old one, although its numbers begin anew', () => {
    const timeline = new Timeline()
    for (const one of [message('old', 9, 1), message('new', 1, 2), message('next', 2, 3)]) timeline.put(one)
    expect(timeline.all.map(({ id }) => id)).toEqual(['old', 'new', 'next'])
  })

  it('keeps what was read when an older copy comes late', () => {
    const timeline = new Timeline()
    timeline.put(message('mine', null, 1, { mine: true }))
    timeline.status(['mine'], 'read')
    timeline.put(message('mine', 1, 1, { mine: true, status: 'sent' }))
    timeline.put(message('mine', 1, 1, { mine: true, status: 'delivered' }))
    expect(timeline.all.map(({ status }) => status)).toEqual(['read'])
  })

  it('knows what is unread', () => {
    const timeline = new Timeline()
    timeline.put(message('a', 1, 1, { status: 'read' }))
    timeline.put(message('b', 2, 2, { mine: true }))
    timeline.put(message('c', 3, 3))
    expect(timeline.unread.map(({ id }) => id)).toEqual(['c'])
    timeline.remove('c')
    expect(timeline.unread).toEqual([])
  })
})

it('waits between one and thirty seconds', () => {
  expect(backoff(1, 0)).toBe(1_000)
  expect(backoff(1, 1)).toBe(1_000)
  expect(backoff(4, 0)).toBe(4_000)
  expect(backoff(1_000, 1)).toBe(30_000)
})

it('makes ids of version 7 that rise with time', () => {
  expect(uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(uuid(1_000) < uuid(2_000)).toBe(true)
})

describe('texts', () => {
  it('are written in all three languages, with the same places for values', () => {
    const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort()
    const pt = textsOf('pt')
    for (const language of ['en', 'es']) {
      const texts = textsOf(language)
      for (const [key, text] of Object.entries(texts)) expect(places(text)).toEqual(places(pt[key as keyof typeof pt]))
    }
  })

  it('follow the channel, then the browser, then Portuguese', () => {
    const config = { language: 'auto' } as Parameters<typeof chooseLanguage>[0]
    expect(chooseLanguage({ ...config, language: 'es' }, ['en'])).toBe('es')
    expect(chooseLanguage(config, ['fr-FR', 'en-GB'])).toBe('en')
    expect(chooseLanguage(config, ['fr'])).toBe('pt')
  })
})

it('the built widget stays small', async () => {
  const sizes = await measure(new URL('../assets', import.meta.url).pathname)
  expect(sizes.map(({ name }) => name)).toEqual(['frame.css', 'frame.js', 'recado.js'])
  expect(sizes.reduce((sum, { gzip }) => sum + gzip, 0)).toBeLessThan(LARGEST_GZIP)
})
