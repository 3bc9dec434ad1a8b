import { describe, expect, it } from 'vitest'
import { walkBack } from './walk.ts'

const DAYS = { first: 1, most: 32 }

/** A year of days with so many hits each. */
const year = (perDay: (day: number) => number) => {
  const looked: [number, number][] = []
  return {
    looked,
    walk: (limit: number, isOver = () => false, top = 364) =>
      walkBack<number>({
        top,
        floor: 0,
        limit,
        step: DAYS,
        isOver,
        look: async (from, to) => {
          looked.push([from, to])
          const days = Array.from({ length: to - from + 1 }, (_, index) => to - index)
          const hits = days.flatMap((day) => Array.from({ length: perDay(day) }, () => day))
          return { hits: hits.slice(0, limit), examined: hits.length }
        },
      }),
  }
}

describe('looking back', () => {
  it('finds a frequent word in the newest days and touches no others', async () => {
    const { walk, looked } = year(() => 400)
    const { hits, next } = await walk(21)
    expect(hits).toEqual(Array(21).fill(364))
    expect(looked).toEqual([[364, 364]])
    expect(next).toBe(363)
  })

  it('takes longer steps for a rare one, and leaves no day out', async () => {
    const { walk, looked } = year((day) => (day === 3 || day === 200 ? 1 : 0))
    expect(await walk(21)).toEqual({ hits: [200, 3], next: null })
    expect(looked.length).toBeLessThan(20)
    const days = looked.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, index) => to - index))
    expect(days).toEqual(Array.from({ length: 365 }, (_, index) => 364 - index))
  })

  it('shortens its steps where there is much that nobody may see', async () => {
    const { looked, walk } = year((day) => (day > 300 ? 0 : 3_000))
    await walk(1_000_000)
    const last = looked.at(-1) ?? [0, 99]
    expect(last[1] - last[0]).toBe(0)
  })

  it('stops when it has taken long enough, and tells where to go on', async () => {
    const { walk } = year((day) => (day === 0 ? 1 : 0))
    const first = await walk(21, () => true)
    expect(first).toEqual({ hits: [], next: 363 })
    expect(await walk(21, () => false, first.next ?? 0)).toEqual({ hits: [0], next: null })
  })
})
