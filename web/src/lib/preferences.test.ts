import { afterEach, expect, it, vi } from 'vitest'
import { Preferences } from './preferences.ts'

afterEach(() => vi.unstubAllGlobals())

it('keeps the preferences of people who share a browser apart, and those of one over a reload', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
  const ana = '2.7'
  const preferences = new Preferences()
  preferences.belongTo(ana)
  preferences.remember('panes.attendance', { list: 420 })
  preferences.setDensity('compact')

  preferences.belongTo('2.8')
  expect(preferences.recall('panes.attendance', {})).toEqual({})
  expect(preferences.density).toBe('comfortable')
  preferences.setRailOpen(true)

  const reloaded = new Preferences()
  reloaded.belongTo(ana)
  expect(reloaded.recall('panes.attendance', {})).toEqual({ list: 420 })
  expect(reloaded.density).toBe('compact')
  expect(reloaded.railOpen).toBe(false)
})
