import { expect, it } from 'vitest'
import { clashes, refusalOf } from '../lib/shortcuts/rules.ts'
import { shortcutActions } from './shortcut-actions.ts'

it('has actions whose keys name them and stand in nobody’s way', () => {
  for (const { id, keys } of shortcutActions) {
    expect(refusalOf(keys), id).toBeNull()
    const others = shortcutActions.filter((other) => other.id !== id && clashes(other.keys, keys))
    expect(
      others.map((other) => other.id),
      id,
    ).toEqual([])
  }
  expect(new Set(shortcutActions.map(({ id }) => id)).size).toBe(shortcutActions.length)
})
