import { describe, expect, it, vi } from 'vitest'
import { capsOf, strokeOf } from './keys.ts'
import { shortcuts } from './registry.ts'

const press = (key: string, over: Partial<KeyboardEvent> = {}) =>
  ({
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    defaultPrevented: false,
    isComposing: false,
    target: null,
    timeStamp: 0,
    preventDefault: vi.fn(),
    ...over,
  }) as unknown as KeyboardEvent

// The registry asks whether the focus is in a field; there are no elements here.
vi.stubGlobal('HTMLElement', class {})
let dialog: object | null = null
vi.stubGlobal('document', { querySelector: () => dialog })

describe('keys', () => {
  it('names strokes', () => {
    expect(strokeOf(press('k', { ctrlKey: true }))).toBe('mod+k')
    expect(strokeOf(press('?', { shiftKey: true }))).toBe('?')
    expect(strokeOf(press('A', { shiftKey: true }))).toBe('shift+a')
    expect(strokeOf(press('ArrowDown', { shiftKey: true, altKey: true }))).toBe('alt+shift+arrowdown')
  })

  it('prints caps', () => {
    expect(capsOf('mod+shift+k')).toEqual(['Ctrl', 'Shift', 'K'])
    expect(capsOf('g a')).toEqual(['G', 'A'])
    expect(capsOf('arrowup')).toEqual(['↑'])
  })

  it('runs sequences in time, and the latest scope first', () => {
    const [go, low, high] = [vi.fn(), vi.fn(), vi.fn()]
    const stops = [
      shortcuts.add({
        title: 'a',
        shortcuts: [
          { keys: 'g a', label: '', run: go },
          { keys: 'e', label: '', run: low },
        ],
      }),
      shortcuts.add({ title: 'b', shortcuts: [{ keys: 'e', label: '', run: high }] }),
    ]
    shortcuts.handle(press('g', { timeStamp: 10 }))
    shortcuts.handle(press('a', { timeStamp: 500 }))
    expect(go).toHaveBeenCalledOnce()
    shortcuts.handle(press('g', { timeStamp: 2_000 }))
    shortcuts.handle(press('a', { timeStamp: 4_000 }))
    expect(go).toHaveBeenCalledOnce()
    shortcuts.handle(press('e', { timeStamp: 5_000 }))
    expect([low.mock.calls.length, high.mock.calls.length]).toEqual([0, 1])
    stops[1]?.()
    shortcuts.handle(press('e', { timeStamp: 6_000 }))
    expect(low).toHaveBeenCalledOnce()
    stops[0]?.()
  })

  it('leaves keys that only stand in the sheet to those who run them', () => {
    const below = vi.fn()
    const stops = [
      shortcuts.add({ title: 'a', shortcuts: [{ keys: 'arrowup', label: '', run: below }] }),
      shortcuts.add({ title: 'b', shortcuts: [{ keys: 'arrowup', label: '' }] }),
    ]
    shortcuts.handle(press('ArrowUp', { timeStamp: 40_000 }))
    expect(below).toHaveBeenCalledOnce()
    for (const stop of stops) stop()
  })

  it('leaves plain keys to an open dialog', () => {
    const [plain, combined] = [vi.fn(), vi.fn()]
    const stop = shortcuts.add({
      title: 'a',
      shortcuts: [
        { keys: 'n', label: '', run: plain, whileTyping: true },
        { keys: 'mod+k', label: '', run: combined },
      ],
    })
    dialog = {}
    shortcuts.handle(press('n', { timeStamp: 10_000 }))
    shortcuts.handle(press('k', { timeStamp: 20_000, ctrlKey: true }))
    expect([plain.mock.calls.length, combined.mock.calls.length]).toEqual([0, 1])
    dialog = null
    shortcuts.handle(press('n', { timeStamp: 30_000 }))
    expect(plain).toHaveBeenCalledOnce()
    stop()
  })
})
