import { makeAutoObservable, observable, runInAction } from 'mobx'
import { reportError } from '../lib/errors.ts'
import { call } from '../lib/http/client.ts'
import { session } from '../lib/session/session.ts'
import { keymap } from '../lib/shortcuts/keymap.ts'
import type { Keys } from '../lib/shortcuts/keys.ts'
import { onEvent, onResync } from '../lib/socket/hub.ts'
import { readStoredJson, store } from '../lib/storage.ts'
import { shortcutActions } from './shortcut-actions.ts'

/** Imported late: schemas are no part of the first load. */
const routes = async () => (await import('@recado/core/modules/shortcuts/contract')).shortcutsContract.routes

const place = () => `recado.shortcuts.${session.user?.userId ?? 0}`

/** The keys that the person chose, by action: on the server, and in this browser until it has answered. */
class ShortcutChoices {
  readonly #keys = observable.map<string, Keys>({}, { deep: false })
  #saves = 0

  constructor() {
    makeAutoObservable(this)
  }

  get(id: string): Keys | undefined {
    return this.#keys.get(id)
  }

  get isEmpty(): boolean {
    return this.#keys.size === 0
  }

  /** What is kept here, then what the server has. Answers the way to stop. */
  follow(): () => void {
    this.#apply(readStoredJson<Record<string, Keys>>(place(), {}))
    const ask = () => void this.#ask()
    ask()
    const stops = [onEvent('shortcuts', ask), onResync(ask)]
    return () => {
      for (const stop of stops) stop()
      this.#apply({})
    }
  }

  /** Gives keys to actions, and to those with null the ones that they come with. Refused ones are taken back. */
  async choose(change: Record<string, Keys | null>): Promise<void> {
    const before = Object.fromEntries(this.#keys)
    const next = { ...before }
    for (const [id, keys] of Object.entries(change)) {
      if (keys === null || keys === shortcutActions.find((action) => action.id === id)?.keys) delete next[id]
      else next[id] = keys
    }
    await this.#save(next, before)
  }

  async reset(): Promise<void> {
    await this.#save({}, Object.fromEntries(this.#keys))
  }

  async #save(next: Record<string, Keys>, before: Record<string, Keys>): Promise<void> {
    const turn = ++this.#saves
    this.#apply(next)
    try {
      const { save } = await routes()
      await call(save, { body: { keys: next }, quiet: true })
      if (turn === this.#saves) store(place(), JSON.stringify(next))
    } catch (error) {
      if (turn === this.#saves) this.#apply(before)
      reportError(error)
    }
  }

  async #ask(): Promise<void> {
    const turn = this.#saves
    try {
      const { read } = await routes()
      const { keys } = await call(read, { quiet: true })
      // what was chosen meanwhile is newer
      if (turn !== this.#saves) return
      this.#apply(keys)
      store(place(), JSON.stringify(keys))
    } catch (error) {
      // What this browser knows works on; the next connection asks again.
      if (!(error instanceof Error)) throw error
    }
  }

  #apply(keys: Record<string, Keys>): void {
    runInAction(() => {
      this.#keys.replace(keys)
      keymap.replace(
        shortcutActions.flatMap(({ id, keys: own }) => {
          const chosen = keys[id]
          return chosen === undefined ? [] : [[own, chosen] as const]
        }),
      )
    })
  }
}

export const shortcutChoices = new ShortcutChoices()
