import { fingerprintOf } from './channel-settings.ts'
import { keyText } from './instance-name.ts'
import { type LiveChannel, type LiveDeps, openLiveChannel } from './live-channel.ts'
import type { ChannelKey, ChannelRecord } from './ports.ts'
import type { Registry } from './registry.ts'

const IDLE_MS = 15 * 60_000

/** The channels that are open on this node, at most one instance of each. */
export interface Instances {
  /**
   * Opens, or answers what is open. Null when the channel is gone, switched off, or its type is not loaded.
   * @throws CallError when it cannot be opened
   */
  open(key: ChannelKey): Promise<LiveChannel | null>
  /** What is open already. */
  peek(key: ChannelKey): LiveChannel | null
  all(): LiveChannel[]
  close(key: ChannelKey): Promise<void>
  /** Closes what nobody used for a while and this node does not own. */
  closeIdle(): Promise<void>
  /** Is the open instance still what the stored channel asks for? */
  isCurrent(record: ChannelRecord): boolean
}

export function createInstances(deps: LiveDeps & { registry(): Registry }): Instances {
  const opening = new Map<string, Promise<LiveChannel | null>>()
  const live = new Map<string, LiveChannel>()

  const open = async (key: ChannelKey): Promise<LiveChannel | null> => {
    const record = await deps.ports.channels.load(key.tenantId, key.channelId)
    if (!record?.isActive) return null
    const contributed = deps.registry().channelType(record.type)
    if (!contributed) return null
    const channel = await openLiveChannel(deps, contributed, record)
    live.set(keyText(key), channel)
    channel.onClose(() => {
      if (live.get(keyText(key)) === channel) live.delete(keyText(key))
    })
    return channel
  }

  const close = async (key: ChannelKey): Promise<void> => {
    await opening.get(keyText(key))?.catch(() => null)
    await live.get(keyText(key))?.close()
  }

  return {
    async open(key) {
      const name = keyText(key)
      const known = live.get(name)
      if (known && !known.isClosed) return known
      const underWay = opening.get(name) ?? open(key).finally(() => opening.delete(name))
      opening.set(name, underWay)
      return underWay
    },
    peek: (key) => live.get(keyText(key)) ?? null,
    all: () => [...live.values()],
    close,
    async closeIdle() {
      const before = deps.clock.now() - IDLE_MS
      const idle = [...live.values()].filter(
        ({ epoch, busy, attached, usedAt }) => epoch === null && busy + attached === 0 && usedAt < before,
      )
      await Promise.all(idle.map((channel) => channel.close()))
    },
    isCurrent: (record) => live.get(keyText(record))?.fingerprint === fingerprintOf(record),
  }
}
