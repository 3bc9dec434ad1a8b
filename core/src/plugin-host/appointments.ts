import { background } from '../platform/background.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import type { Log } from '../platform/logger.ts'
import { channelInstance, channelOf, keyText } from './instance-name.ts'
import type { LiveChannel } from './live-channel.ts'

const SCAN_MS = 5_000
const BATCH = 50
/** Appointments that get a timer of their own; the scan finds the rest. */
const MAX_NEAR = 1000
const MAX_ATTEMPTS = 10
/** How long a claimed row is left to whoever claimed it. */
const CLAIM_MS = 150_000

interface Due {
  tenantId: number
  instance: string
  name: string
  payload: unknown
  /** When it is tried again unless it is done by then. */
  dueAt: Date
  attempts: number
}

/** Calls `onSchedule` of the channels that this node owns, once per due time, again when it failed. */
export interface Appointments {
  /** A new one was made here. */
  noted(when: number): void
  run(): Promise<void>
  start(): void
  close(): Promise<void>
}

export function createAppointments(deps: {
  system: Database['system']
  clock: Clock
  log: Log
  owned(): LiveChannel[]
}): Appointments {
  const { system, clock, log } = deps
  const near = new Set<NodeJS.Timeout>()
  let interval: NodeJS.Timeout | null = null
  let running: Promise<void> | null = null

  const claim = (channels: LiveChannel[]): Promise<Due[]> => {
    const tenants = channels.map(({ key }) => key.tenantId)
    const names = channels.map(({ key }) => channelInstance(key.channelId))
    const now = new Date(clock.now())
    return system.$queryRaw<Due[]>`
      update plugin_schedule s
         set attempts = s.attempts + 1,
             due_at = ${now}::timestamptz + ${CLAIM_MS}::int * least(s.attempts + 1, 20) * interval '1 ms'
        from (select p.tenant_id, p.instance, p.name
                from plugin_schedule p
                join unnest(${tenants}::int[], ${names}::text[]) as o(tenant_id, instance)
                  on o.tenant_id = p.tenant_id and o.instance = p.instance
               where p.due_at <= ${now}::timestamptz
               order by p.due_at limit ${BATCH} for update of p skip locked) d
       where s.tenant_id = d.tenant_id and s.instance = d.instance and s.name = d.name
      returning s.tenant_id "tenantId", s.instance, s.name, s.payload, s.due_at "dueAt", s.attempts`
  }

  /** Done unless somebody made the appointment anew meanwhile. */
  const settle = ({ tenantId, instance, name, dueAt }: Due) =>
    system.pluginSchedule.deleteMany({ where: { tenantId, instance, name, dueAt } })

  const keep = async (due: Due, channel: LiveChannel): Promise<void> => {
    const { onSchedule } = channel.definition
    try {
      if (onSchedule)
        await channel.run('onSchedule', 'schedule', (signal) =>
          onSchedule.call(channel.definition, channel.ctx, due.name, due.payload, signal),
        )
      await settle(due)
    } catch (error) {
      log.warn({ ...channel.key, name: due.name, attempts: due.attempts, err: error }, 'an appointment failed')
      if (due.attempts >= MAX_ATTEMPTS) await settle(due)
    }
  }

  const scan = async (): Promise<void> => {
    for (;;) {
      const channels = new Map(deps.owned().map((channel) => [keyText(channel.key), channel]))
      if (channels.size === 0) return
      const due = await claim([...channels.values()])
      await Promise.all(
        due.map((one) => {
          const key = channelOf(one.tenantId, one.instance)
          const channel = key ? channels.get(keyText(key)) : undefined
          return channel ? keep(one, channel) : undefined
        }),
      )
      if (due.length < BATCH) return
    }
  }

  const run = (): Promise<void> => {
    running ??= scan().finally(() => {
      running = null
    })
    return running
  }

  return {
    noted(when) {
      const wait = Math.max(0, when - clock.now())
      if (wait > SCAN_MS || interval === null || near.size >= MAX_NEAR) return
      const timer = setTimeout(() => {
        near.delete(timer)
        background(log, 'appointments', run())
      }, wait)
      near.add(timer)
    },
    run,
    start() {
      interval = setInterval(() => background(log, 'appointments', run()), SCAN_MS)
    },
    async close() {
      if (interval) clearInterval(interval)
      for (const timer of near) clearTimeout(timer)
      near.clear()
      interval = null
      await running?.catch(() => undefined)
    },
  }
}
