import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { UnitOfWork } from '../../../platform/db/uow.ts'
import { silentLog } from '../../../platform/logger.ts'
import type { OwnedChannel, Sessions } from '../../../plugin-host/index.ts'
import { createDrain, type DrainDeps } from './drain.ts'

const ref = { tenantId: 1, channelId: 2 }
const channel = { ref, epoch: 1, state: 'connected', definition: { features: {} } } as unknown as OwnedChannel

it.each(Array.from({ length: 12 }, (_, steps) => steps))(
  'looks again when it is woken %s steps after its last look was answered',
  async (steps) => {
    let looks = 0
    let onLook = () => undefined as unknown
    const uow = {
      async query() {
        looks += 1
        onLook()
        return [{ turn: { changed: [], taken: [], isFenced: false }, changed: [] }]
      },
    } as unknown as UnitOfWork
    let own: (channel: OwnedChannel) => void = () => undefined
    const sessions = {
      onOwned: (listener: typeof own) => {
        own = listener
        return () => undefined
      },
      onState: () => () => undefined,
      onLost: () => () => undefined,
      instance: () => channel,
    } as unknown as Sessions
    const cluster = { nodeId: 'n', on: () => () => undefined, onReconnect: () => () => undefined, notify: () => true }
    const drain = createDrain({
      db: { uow },
      sessions,
      cluster,
      log: silentLog,
      onChanged: () => undefined,
      onFailed: () => undefined,
    } as unknown as DrainDeps)
    try {
      own(channel)
      for (let turns = 0; turns < 5; turns++) await nextTurn()
      const before = looks

      onLook = () => {
        onLook = () => undefined
        let answered = Promise.resolve()
        for (let step = 0; step < steps; step++) answered = answered.then(() => undefined)
        void answered.then(() => drain.kick(ref))
      }
      drain.kick(ref)
      for (let turns = 0; turns < 5; turns++) await nextTurn()
      expect(looks).toBe(before + 2)
    } finally {
      await drain.stop()
    }
  },
)
