import type { IdentityClaim } from '../../src/wire.ts'
import type { Shell } from './shell.ts'

type EventName = 'open' | 'close' | 'unread' | 'message'
type Listener = (detail: unknown) => void
type Call = [name: string, ...args: unknown[]]

/** `window.Recado`. Before the script has loaded it may be a plain array of calls: `['identify', { … }]`. */
export function createApi(shell: Shell): void {
  const listeners = new Map<EventName, Set<Listener>>()
  const commands = {
    open: () => shell.open(),
    close: () => shell.close(),
    toggle: () => (shell.isOpen() ? shell.close() : shell.open()),
    identify: (identity: IdentityClaim) => shell.post({ kind: 'identify', identity }),
    /** The visitor signs out: forgets the conversation on this device and on the server. */
    reset: () => shell.post({ kind: 'reset' }),
    /** Answers a function that takes the listener away again. */
    on(name: EventName, listener: Listener) {
      const set = listeners.get(name) ?? new Set()
      listeners.set(name, set.add(listener))
      return () => set.delete(listener)
    },
  }

  function push(...calls: Call[]): void {
    for (const [name, ...args] of calls) {
      const command = Object.hasOwn(commands, name) ? commands[name as keyof typeof commands] : null
      if (command) (command as (...args: unknown[]) => unknown)(...args)
    }
  }

  shell.onEvent = (name, detail) => {
    for (const listener of listeners.get(name) ?? []) listener(detail)
  }
  const page = window as unknown as { Recado?: unknown }
  const queued = Array.isArray(page.Recado) ? (page.Recado as Call[]) : []
  page.Recado = { ...commands, push }
  push(...queued)
}
