import { makeAutoObservable, observableRef } from 'mobx'

export interface Toast {
  id: number
  tone: 'neutral' | 'success' | 'warning' | 'danger'
  text: string
  detail?: string
  action?: { label: string; run(): void }
  /** What the action is about, if that may change otherwise and leave nothing for it to do. */
  about?: string
}

/** At most this many at once; older ones leave first. */
const AT_ONCE = 4

class Toasts {
  list: Toast[] = []
  /** Pixels from the lower edge of the window that are needed for writing. */
  floor = 0
  #next = 1

  constructor() {
    makeAutoObservable(this, { list: observableRef })
  }

  show(toast: Omit<Toast, 'id'>): number {
    const same = this.list.find((other) => other.text === toast.text && other.detail === toast.detail)
    if (same) this.dismiss(same.id)
    const id = this.#next++
    this.list = [...this.list, { ...toast, id }].slice(-AT_ONCE)
    return id
  }

  stayAbove(floor: number) {
    this.floor = floor
  }

  /** Something changed: what is still offered to be done about it is no longer right. */
  outdate(about: string) {
    this.list = this.list.filter((toast) => toast.about !== about)
  }

  dismiss(id: number) {
    this.list = this.list.filter((toast) => toast.id !== id)
  }
}

export const toasts = new Toasts()

type More = Pick<Toast, 'detail' | 'action' | 'about'>

export const toast = {
  info: (text: string, more: More = {}) => toasts.show({ tone: 'neutral', text, ...more }),
  success: (text: string, more: More = {}) => toasts.show({ tone: 'success', text, ...more }),
  warning: (text: string, more: More = {}) => toasts.show({ tone: 'warning', text, ...more }),
  danger: (text: string, more: More = {}) => toasts.show({ tone: 'danger', text, ...more }),
}
