import { internalChatContract } from '@recado/core/modules/internal-chat/contract'
import { call } from '../../../lib/http/client.ts'
import { type ChatKey, placeOf } from '../place.ts'
import { ChatHistory } from './history.ts'

/** So many conversations stay in memory, those opened last. */
const KEPT = 20

class Histories {
  readonly #map = new Map<ChatKey, ChatHistory>()

  of(key: ChatKey): ChatHistory {
    const known = this.#map.get(key)
    const history =
      known ??
      new ChatHistory((query) =>
        call(internalChatContract.routes.messages, { query: { ...placeOf(key), ...query }, quiet: true }),
      )
    this.#map.delete(key)
    this.#map.set(key, history)
    for (const [old, { pending }] of this.#map) {
      if (this.#map.size <= KEPT) break
      if (pending.length === 0) this.#map.delete(old)
    }
    return history
  }

  /** Without making one. */
  peek(key: ChatKey): ChatHistory | undefined {
    return this.#map.get(key)
  }

  entries(): [ChatKey, ChatHistory][] {
    return [...this.#map]
  }

  clear(): void {
    this.#map.clear()
  }
}

export const histories = new Histories()
