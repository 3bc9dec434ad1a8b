import { expect, it } from 'vitest'
import { parseRange } from './range.ts'

it.each([
  [undefined, null],
  ['', null],
  ['bytes=-', null],
  ['bytes=0-9,20-29', null],
  ['items=0-9', null],
  ['bytes=9-0', null],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=90-1000', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['bytes=99-', { start: 99, end: 99 }],
  ['bytes=100-', 'none'],
  ['bytes=-0', 'none'],
])('the range %j of 100 bytes is %j', (header, range) => {
  expect(parseRange(header, 100)).toEqual(range)
})
