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

const DEFAULTS: Stored = { density: 'comfortable', railOpen: false, layout: {} }

/** What this browser remembers of how each person likes it. */
export class Preferences {
  density = DEFAULTS.density
  railOpen = DEFAULTS.railOpen
  layout = DEFAULTS.layout
  #key = KEY

  constructor() {
    makeAutoObservable(this, { layout: observableRef }, { autoBind: true })
    this.#apply()
  }

  /** From now on those of this person, who may share the browser with others. */
  belongTo(person: string) {
    this.#key = `${KEY}.${person}`
    Object.assign(this, { ...DEFAULTS, ...readStoredJson<Partial<Stored>>(this.#key, {}) })
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
    store(this.#key, JSON.stringify({ density: this.density, railOpen: this.railOpen, layout: this.layout }))
  }

  #apply() {
    if (typeof document !== 'undefined') document.documentElement.dataset.density = this.density
  }
}

export const preferences = new Preferences()
