import type { TypeOptions } from 'i18next'
import { makeAutoObservable } from 'mobx'

type ScreenId = keyof TypeOptions['resources']['common']['screens']

/** Numbers and dots beside the rail's items; features set them, `true` for a dot without a number. */
class Badges {
  values: Partial<Record<ScreenId, number | boolean>> = {}
  /** What waits to be read in the bell, which on a phone is behind "more". */
  notices = 0

  constructor() {
    makeAutoObservable(this)
  }

  setNotices(count: number) {
    this.notices = count
  }

  set(screen: ScreenId, value: number | boolean) {
    this.values[screen] = value
  }
}

export const badges = new Badges()
