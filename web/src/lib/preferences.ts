import { makeAutoObservable, observableRef } from 'mobx'
import { readStoredJson, store } from './storage.ts'

const KEY = 'recado.preferences'

export type Density = 'comfortable' | 'compact'

interface Stored {
  density: Density
  railOpen: boolean
  /** Sizes and folds of panes, columns of tables, groups of the rail; by a name of their own. */
  layout: Record<string, unknown>
}

/** What this browser remembers of how a person likes it. */
class Preferences {
  density: Density = 'comfortable'
  railOpen = false
  layout: Record<string, unknown> = {}

  constructor() {
    Object.assign(this, readStoredJson<Partial<Stored>>(KEY, {}))
    makeAutoObservable(this, { layout: observableRef }, { autoBind: true })
    this.#apply()
  }

  setDensity(density: Density) {
    this.density = density
    this.#save()
  }

  setRailOpen(open: boolean) {
    this.railOpen = open
    this.#save()
  }

  remember(name: string, value: unknown) {
    this.layout = { ...this.layout, [name]: value }
    this.#save()
  }

  recall<T>(name: string, fallback: T): T {
    return (this.layout[name] as T | undefined) ?? fallback
  }

  #save() {
    this.#apply()
    store(KEY, JSON.stringify({ density: this.density, railOpen: this.railOpen, layout: this.layout }))
  }

  #apply() {
    if (typeof document !== 'undefined') document.documentElement.dataset.density = this.density
  }
}

export const preferences = new Preferences()
