/** Nobody sees the difference, and messages sent within it are loaded and told together. */
const GATHER_MS = 40

/** Gathers the messages of a moment whose state changed, by company. */
export function createTelling(tell: (tenantId: number, messageIds: string[]) => void) {
  const waiting = new Map<number, Set<string>>()
  let timer: NodeJS.Timeout | null = null

  const flush = () => {
    if (timer) clearTimeout(timer)
    timer = null
    const all = [...waiting]
    waiting.clear()
    for (const [tenantId, ids] of all) tell(tenantId, [...ids])
  }

  return {
    flush,
    changed(tenantId: number, messageIds: string[]): void {
      const ids = waiting.get(tenantId) ?? new Set()
      waiting.set(tenantId, ids)
      for (const id of messageIds) ids.add(id)
      timer ??= setTimeout(flush, GATHER_MS)
    },
  }
}
