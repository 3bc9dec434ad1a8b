/** Values under one channel's name in localStorage; in memory where the browser allows none. */
export interface Storage {
  /** Other tabs see the same values, and so does the next visit. */
  readonly shared: boolean
  read<T>(name: string): T | null
  write(name: string, value: unknown): void
  remove(name: string): void
}

function permanent(): globalThis.Storage | null {
  try {
    const probe = 'recado:probe'
    localStorage.setItem(probe, '1')
    localStorage.removeItem(probe)
    return localStorage
  } catch {
    // Blocked by the visitor's settings: the conversation then lives as long as the tab.
    return null
  }
}

export function createStorage(channel: string): Storage {
  const kept = permanent()
  const memory = new Map<string, string>()
  const keyOf = (name: string) => `recado:${channel}:${name}`

  return {
    shared: kept !== null,
    read<T>(name: string) {
      const text = memory.get(name) ?? kept?.getItem(keyOf(name)) ?? null
      try {
        return text === null ? null : (JSON.parse(text) as T)
      } catch {
        kept?.removeItem(keyOf(name))
        return null
      }
    },
    write(name, value) {
      const text = JSON.stringify(value)
      try {
        if (!kept) throw new Error('no storage')
        kept.setItem(keyOf(name), text)
        memory.delete(name)
      } catch {
        memory.set(name, text)
      }
    },
    remove(name) {
      memory.delete(name)
      kept?.removeItem(keyOf(name))
    },
  }
}
