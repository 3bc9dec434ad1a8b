import { describe, expect, it } from 'vitest'
import { createSharing } from './sharing.ts'

const channel = (channelId: number, isOrphan = false) => ({ tenantId: 1, channelId, isOrphan })
const channels = (count: number, from = 1) => Array.from({ length: count }, (_, index) => channel(from + index))
const idsOf = (keys: readonly { channelId: number }[]) => keys.map(({ channelId }) => channelId)

/** `others`: nodes besides this one; `elsewhere`: channels that they hold; `at`: milliseconds. */
function sharing(now: { others: number; held: number; elsewhere: number; at?: number }) {
  return createSharing({
    cluster: { peers: () => now.others },
    leases: { count: async () => now.held + now.elsewhere },
    clock: { now: () => now.at ?? 0 },
    held: () => now.held,
  })
}

describe('a node that is alone', () => {
  it('takes all there is and gives nothing away', async () => {
    const own = sharing({ others: 0, held: 50, elsewhere: 0 })
    expect(await own.choose(channels(7))).toHaveLength(7)
    expect(await own.hasRoom()).toBe(true)
    expect(await own.toGive(() => channels(50))).toEqual([])
  })
})

describe('a node among others', () => {
  it('takes its share, and what nobody took of the rest when it looks again', async () => {
    const now = { others: 1, held: 0, elsewhere: 0 }
    const own = sharing(now)
    expect(idsOf(await own.choose(channels(5)))).toEqual([1, 2, 3])
    now.held = 3
    expect(idsOf(await own.choose(channels(2, 4)))).toEqual([4, 5])
  })

  it('leaves for good what another took meanwhile', async () => {
    const now = { others: 1, held: 2, elsewhere: 2 }
    const own = sharing(now)
    expect(idsOf(await own.choose(channels(2)))).toEqual([1])
    now.held = 3
    now.elsewhere = 3
    expect(await own.choose([])).toEqual([])
    expect(idsOf(await own.choose(channels(1, 9)))).toEqual([9])
  })

  it('takes what a dead node left at once, however much it has', async () => {
    const own = sharing({ others: 1, held: 10, elsewhere: 0 })
    expect(idsOf(await own.choose([channel(1, true), channel(2, true), channel(3)]))).toEqual([1, 2])
  })

  it.each([
    [{ others: 1, held: 3, elsewhere: 3 }, true],
    [{ others: 1, held: 3, elsewhere: 2 }, false],
    [{ others: 1, held: 2, elsewhere: 3 }, true],
    [{ others: 2, held: 1, elsewhere: 1 }, false],
  ])('of %j has room for one more: %s', async (now, expected) => {
    expect(await sharing(now).hasRoom()).toBe(expected)
  })

  it('gives away what it has beyond its share, a few at a time, and nothing for a remainder', async () => {
    const now = { others: 1, held: 9, elsewhere: 0 }
    const own = sharing(now)
    expect(idsOf(await own.toGive(() => channels(9)))).toEqual([1, 2])
    now.held = 6
    now.elsewhere = 3
    expect(idsOf(await own.toGive(() => channels(6, 4)))).toEqual([4])
    now.held = 5
    now.elsewhere = 4
    expect(await own.toGive(() => channels(5, 5))).toEqual([])
  })

  it('offers what came back to it again after a while, and something else meanwhile', async () => {
    const now = { others: 1, held: 3, elsewhere: 1, at: 0 }
    const own = sharing(now)
    const offered = async () => idsOf(await own.toGive(() => channels(3)))
    expect(await offered()).toEqual([1])
    expect(await offered()).toEqual([2])
    expect(await offered()).toEqual([3])
    expect(await offered()).toEqual([])
    now.at = 10 * 60_000
    expect(await offered()).toEqual([1])
  })

  it('does not give away what came while the others were counted', async () => {
    const now = { others: 1, held: 5, elsewhere: 5 }
    const own = createSharing({
      cluster: { peers: () => 1 },
      leases: { count: async () => now.held++ + now.elsewhere },
      clock: { now: () => 0 },
      held: () => now.held,
    })
    expect(await own.toGive(() => channels(5))).toEqual([])
  })
})
