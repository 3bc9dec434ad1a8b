import type { TypeOptions } from 'i18next'
import { makeAutoObservable } from 'mobx'

type ScreenId = keyof TypeOptions['resources']['common']['screens']

/** Numbers and dots beside the rail's items; features set them, `true` for a dot without a number. */
class Badges {
  values: Partial<Record<ScreenId, number | boolean>> = {}

  constructor() {
    makeAutoObservable(this)
  }

  set(screen: ScreenId, value: number | boolean) {
    this.values[screen] = value
  }
}

export const badges = new Badges()
