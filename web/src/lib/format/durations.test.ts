import { expect, it } from 'vitest'
import { formatDuration } from './durations.ts'

const plain = (seconds: number) => formatDuration(seconds).replaceAll(' ', ' ')

it.each([
  [0, /^0/],
  [59.6, /^1 .*min/],
  [45, /^45/],
  [720, /^12 min/],
  [3600, /^1 h$/],
  [12_000, /^3 h 20 min$/],
  [90_000, /^1\D+1 h$/],
  [-5, /^0/],
])('%s seconds are said in two units at most', (seconds, said) => expect(plain(seconds)).toMatch(said))
