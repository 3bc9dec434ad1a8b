import { beforeEach, expect, it } from 'vitest'
import { Selection } from './selection.ts'

const selection = new Selection()
const order = [5, 4, 3, 2, 1]
const picked = () => [...selection.ids].sort()
beforeEach(() => selection.leave())

it('picks one, lets it go, and picks from the last one on in the order of the list', () => {
  selection.toggle(4, order)
  selection.toggle(2, order, true)
  expect(picked()).toEqual([2, 3, 4])
  selection.toggle(3, order)
  expect(picked()).toEqual([2, 4])
  selection.toggle(5, order, true)
  expect(picked()).toEqual([2, 3, 4, 5])
})

it('holds all of the filter until one is let go', () => {
  selection.takeAll()
  expect(selection.has(99)).toBe(true)
  selection.toggle(3, order)
  expect([selection.isAll, picked()]).toEqual([false, [1, 2, 4, 5]])
})

it('forgets what has left the list, and everything when it is left', () => {
  selection.toggle(4, order)
  selection.toggle(1, order)
  selection.keep([5, 4])
  expect(picked()).toEqual([4])
  selection.leave()
  expect([selection.isOn, selection.ids.size]).toEqual([false, 0])
})
