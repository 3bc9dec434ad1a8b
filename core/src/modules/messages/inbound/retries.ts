import type { Database } from '../../../platform/db/database.ts'
import type { Log } from '../../../platform/logger.ts'
import type { ChannelRef } from '../../../plugin-host/index.ts'
import * as repo from './inbound-repo.ts'
import type { Intake } from './intake.ts'

const SCAN_MS = 2000
const BATCH = 50
/** A node that died in the middle leaves its events to others after so long. */
const LEASE_MS = 60_000
const MAX_ATTEMPTS = 8
const ECHO_MS = 15_000

const backoffMs = (attempt: number): number => Math.min(1000 * 4 ** (attempt - 1), 600_000)

/** Tries again what could not be applied at once, and sets aside for the operator what keeps failing. */
export function createRetries(deps: {
  db: Pick<Database, 'system' | 'uow'>
  intake: Pick<Intake, 'apply'>
  log: Log
  /** Null when the channel is gone: then its events are, too. */
  channelOf(kept: repo.KeptEvent): Promise<ChannelRef | null>
}) {
  const { db, intake, log } = deps
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> = Promise.resolve()

  const retry = async (kept: repo.KeptEvent) => {
    try {
      const channel = await deps.channelOf(kept)
      const [result] = channel ? await intake.apply(channel, null, [kept.event]) : []
      if (result?.outcome === 'waiting')
        await repo.settleKept(db.uow, kept, { state: 'new', error: 'its message is being sent', delayMs: ECHO_MS })
      else await repo.settleKept(db.uow, kept, { state: 'done' })
    } catch (error) {
      const text = (error instanceof Error ? error.message : String(error)).slice(0, 500)
      const isDead = kept.attempts >= MAX_ATTEMPTS
      if (isDead) log.error({ err: error, tenantId: kept.tenantId, inboxId: kept.id }, 'inbound event set aside')
      const delayMs = backoffMs(kept.attempts)
      await repo.settleKept(db.uow, kept, { state: isDead ? 'dead' : 'new', error: text, delayMs })
    }
  }

  const scan = async () => {
    for (;;) {
      const due = await repo.claimKept(db.system, BATCH, LEASE_MS)
      for (const kept of due) await retry(kept)
      if (due.length < BATCH) return
    }
  }

  const next = () => {
    timer = setTimeout(() => {
      running = scan()
        .catch((error: unknown) => log.warn({ err: error }, 'scan of kept events failed'))
        .finally(() => timer !== null && next())
    }, SCAN_MS)
  }

  return {
    start: next,
    scan,
    prune: () => repo.pruneInbound(db.system),
    async stop() {
      if (timer) clearTimeout(timer)
      timer = null
      await running
    },
  }
}
