import { expect, it } from 'vitest'
import { clashes, refusalOf } from './rules.ts'

it('takes keys that do not get in the way of typing', () => {
  for (const keys of ['n', '?', '/', 'shift+e', 'g a', 'g ,', 'mod+k', 'mod+shift+e', 'mod+/', 'f2'])
    expect(refusalOf(keys)).toBeNull()
})

it('leaves typing, the browser and what is fixed alone', () => {
  for (const keys of ['mod+c', 'mod+shift+z', 'alt+e', 'mod+alt+q', 'g alt+a']) expect(refusalOf(keys)).toBe('typing')
  for (const keys of ['mod+t', 'mod+w', 'mod+shift+n', 'mod+1', 'mod+-']) expect(refusalOf(keys)).toBe('browser')
  for (const keys of [
    'escape',
    'enter',
    'mod+enter',
    'tab',
    'arrowdown',
    'space',
    'backspace',
    'f5',
    'dead',
    'g mod+k',
    'mod++',
  ])
    expect(refusalOf(keys)).toBe('fixed')
})

it('tells what gets in the way of what', () => {
  expect(clashes('e', 'e')).toBe(true)
  expect(clashes('g', 'g a')).toBe(true)
  expect(clashes('g a', 'g')).toBe(true)
  expect(clashes('g a', 'g b')).toBe(false)
  expect(clashes('shift+e', 'e')).toBe(false)
})
