import { expect, it } from 'vitest'
import { drawnRun } from './drawn-run.ts'

const rows = (...indexes: number[]) => indexes.map((index) => ({ index, start: index * 60 }))
const apart = (...indexes: number[]) => {
  const drawn = rows(...indexes)
  const run = drawnRun(drawn)
  return { start: run.start, apart: drawn.filter((_, at) => run.isApart(at)).map(({ index }) => index) }
}

it('moves the rows that follow each other as one, and leaves the one with the focus where it is', () => {
  expect(apart(4, 5, 6)).toEqual({ start: 240, apart: [] })
  expect(apart(0, 40, 41, 42)).toEqual({ start: 2400, apart: [0] })
  expect(apart(4, 5, 6, 90)).toEqual({ start: 240, apart: [90] })
  expect(apart(7)).toEqual({ start: 420, apart: [] })
  expect(apart()).toEqual({ start: 0, apart: [] })
  // two alone: one of them must stand apart, or it would be drawn at the other's foot
  expect(apart(3, 80)).toEqual({ start: 4800, apart: [3] })
})
