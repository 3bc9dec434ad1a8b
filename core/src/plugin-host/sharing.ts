import type { Clock } from '../platform/clock.ts'
import { keyText } from './instance-name.ts'
import type { ChannelKey, ClusterPort, LeasePort, UnownedChannel } from './ports.ts'

/** Channels that a node gives away after one look around, so that customers notice nothing of it. */
const GIVEN_AT_ONCE = 2
/** What no other node took is not offered again for so long: each time its customers are without it for a moment. */
const KEPT_MS = 10 * 60_000

/** How nodes that keep sessions come to hold as many channels each. */
export interface Sharing {
  /** Has this node less than its share of what there will be with one more? */
  hasRoom(): Promise<boolean>
  /**
   * Which of the channels without an owner this node takes now: those whose owner died, as many others as it has room
   * for, and what it left to the others before and nobody wanted.
   */
  choose(unowned: readonly UnownedChannel[]): Promise<ChannelKey[]>
  /** Which of those that may be given away this node gives away now. */
  toGive(spare: () => readonly ChannelKey[]): Promise<ChannelKey[]>
}

export function createSharing(deps: {
  cluster: Pick<ClusterPort, 'peers'>
  leases: Pick<LeasePort, 'count'>
  clock: Pick<Clock, 'now'>
  /** Channels that this node holds. */
  held(): number
}): Sharing {
  const { cluster, leases, clock, held } = deps
  let passedOver = new Set<string>()
  const givenAt = new Map<string, number>()

  const share = (channels: number) => Math.ceil(channels / (1 + cluster.peers('sessions')))
  const isAlone = () => cluster.peers('sessions') === 0

  return {
    hasRoom: async () => isAlone() || held() < share((await leases.count()) + 1),

    async choose(unowned) {
      if (isAlone()) return [...unowned]
      const all = (await leases.count()) + unowned.length
      const urgent = unowned.filter((one) => one.isOrphan || passedOver.has(keyText(one)))
      const others = unowned.filter((one) => !urgent.includes(one))
      const room = Math.max(0, share(all) - held() - urgent.length)
      passedOver = new Set(others.slice(room).map(keyText))
      return [...urgent, ...others.slice(0, room)]
    },

    async toGive(spare) {
      // looked at before the others are counted: what comes meanwhile is nothing to give away
      const mine = held()
      if (isAlone()) return []
      const surplus = Math.min(GIVEN_AT_ONCE, Math.max(0, mine - share(await leases.count())))
      const now = clock.now()
      for (const [name, at] of givenAt) if (now - at >= KEPT_MS) givenAt.delete(name)
      const given = spare()
        .filter((key) => !givenAt.has(keyText(key)))
        .slice(0, surplus)
      for (const key of given) givenAt.set(keyText(key), now)
      return given
    },
  }
}
