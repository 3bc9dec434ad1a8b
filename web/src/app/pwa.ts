import { makeAutoObservable } from 'mobx'

/** Chromium's event before it offers to install; not in the DOM library. */
interface InstallEvent extends Event {
  prompt(): Promise<void>
}

class Install {
  #event: InstallEvent | null = null
  offered = false

  constructor() {
    makeAutoObservable(this)
  }

  keep(event: InstallEvent | null) {
    this.#event = event
    this.offered = event !== null
  }

  async ask(): Promise<void> {
    const event = this.#event
    this.keep(null)
    await event?.prompt()
  }
}

export const install = new Install()

/** Keeps the browser's offer until the person asks for it in the menu. */
export function listenForInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    install.keep(event as InstallEvent)
  })
  window.addEventListener('appinstalled', () => install.keep(null))
}

/** Only built applications have a worker: in development it would serve yesterday's code. */
export function startServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // Without it the application works, only not offline.
  navigator.serviceWorker.register('./sw.js').catch(() => undefined)
}
