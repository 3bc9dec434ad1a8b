import type { ChannelContext } from '@recado/sdk'
import { proto } from '@whiskeysockets/baileys'
import type { Status } from '../connect/status.ts'

const { INITIAL_BOOTSTRAP, RECENT, FULL } = proto.HistorySync.HistorySyncType
/** Phases that bring conversations; the others bring names, or what an agent asked for. */
const PHASES: unknown[] = [INITIAL_BOOTSTRAP, RECENT, FULL]
const DAY_MS = 24 * 60 * 60_000
/** A phone that says nothing more for so long has nothing more to give, or is gone. */
const SILENCE_MS = 30 * 60_000

/** Tells people how far the import of old conversations is, and for a day what it brought. */
export interface ImportProgress {
  add(count: number, phase: { syncType?: unknown; progress?: number | null }): Promise<void>
  ended(phase: unknown): Promise<void>
}

export function createImportProgress(
  ctx: Pick<ChannelContext, 't' | 'clock' | 'log'>,
  status: Status,
  days: number,
): ImportProgress {
  let total = 0
  let isOver = true
  const tell = (key: string, more: Record<string, number>, lastsMs: number) =>
    status.note('import', {
      level: 'info',
      text: ctx.t(key, { count: total, days, ...more }),
      until: ctx.clock.now() + lastsMs,
    })
  const end = async () => {
    if (isOver) return
    isOver = true
    ctx.log.info('history imported', { count: total })
    await tell('notice.imported', {}, DAY_MS)
  }

  return {
    async add(count, { syncType, progress }) {
      if (days === 0 || !PHASES.includes(syncType)) return
      if (isOver && count > 0) isOver = false
      total += count
      const share = Math.max(0, Math.min(100, Math.round(progress ?? 0)))
      if (share === 100) await end()
      else if (!isOver) await tell('notice.importing', { share }, SILENCE_MS)
    },
    async ended(phase) {
      if (PHASES.includes(phase)) await end()
    },
  }
}
