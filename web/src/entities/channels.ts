import { type Channel, channelsContract } from '@recado/core/modules/channels/contract'
import { call } from '../lib/http/client.ts'
import { IdentityMap, isOlderMoment } from './identity-map.ts'

class Channels {
  readonly #map = new IdentityMap<number, Channel>(isOlderMoment)
  #loading: Promise<void> | undefined

  get(id: number): Channel | undefined {
    return this.#map.get(id)
  }

  get list(): Channel[] {
    return [...this.#map.rows.values()].sort((a, b) => a.name.localeCompare(b.name))
  }

  take(channel: Channel): void {
    this.#map.put(channel.id, channel)
  }

  /** States arrive by socket as parts of a channel that is already known. */
  patch(part: Partial<Channel> & { id: number }): void {
    const known = this.#map.get(part.id)
    if (known) this.#map.put(part.id, { ...known, ...part })
  }

  remove(id: number): void {
    this.#map.delete(id)
  }

  /** Loads all of them; callers at the same time share one request. */
  load(): Promise<void> {
    this.#loading ??= this.#fetch().finally(() => {
      this.#loading = undefined
    })
    return this.#loading
  }

  clear(): void {
    this.#map.clear()
  }

  async #fetch(): Promise<void> {
    const rows = await call(channelsContract.routes.list, { quiet: true })
    const ids = new Set(rows.map(({ id }) => id))
    for (const row of rows) this.take(row)
    this.#map.keepOnly((id) => ids.has(id))
  }
}

export const channels = new Channels()
