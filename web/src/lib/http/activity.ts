import { makeAutoObservable } from 'mobx'
import { LOADING_HIDDEN_AFTER, LOADING_SHOWN_AFTER } from '../constants.ts'

/** Calls under way; the slim bar at the top shows when one takes longer than two seconds (specification §9). */
class Activity {
  visible = false
  #pending = 0
  #showTimer: ReturnType<typeof setTimeout> | undefined
  #hideTimer: ReturnType<typeof setTimeout> | undefined

  constructor() {
    makeAutoObservable(this)
  }

  begin(): () => void {
    this.#pending += 1
    clearTimeout(this.#hideTimer)
    if (this.#pending === 1) this.#showTimer = setTimeout(() => this.setVisible(true), LOADING_SHOWN_AFTER)
    let ended = false
    return () => {
      if (ended) return
      ended = true
      this.#pending -= 1
      if (this.#pending > 0) return
      clearTimeout(this.#showTimer)
      if (this.visible) this.#hideTimer = setTimeout(() => this.setVisible(false), LOADING_HIDDEN_AFTER)
    }
  }

  setVisible(visible: boolean) {
    this.visible = visible
  }
}

export const activity = new Activity()
