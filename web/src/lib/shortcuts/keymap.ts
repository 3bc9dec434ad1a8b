import { makeAutoObservable, observable } from 'mobx'
import type { Keys } from './keys.ts'

/** The keys that a person gave to what comes with others, by those that it comes with. */
class Keymap {
  readonly #chosen = observable.map<Keys, Keys>({}, { deep: false })

  constructor() {
    makeAutoObservable(this)
  }

  /** What works instead of the keys that something comes with. */
  keysOf(keys: Keys): Keys {
    return this.#chosen.get(keys) ?? keys
  }

  replace(chosen: Iterable<readonly [Keys, Keys]>): void {
    this.#chosen.replace([...chosen])
  }
}

export const keymap = new Keymap()
