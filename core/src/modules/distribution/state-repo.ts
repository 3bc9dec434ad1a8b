import type { Tx } from '../../platform/db/uow.ts'
import type { LoginDay, Profile } from '../auth/contract.ts'
import { localTime, scheduleVerdict } from '../auth/policy.ts'
import { isSilent, withDefaults } from '../notifications/policy.ts'
import type { Preferences } from '../notifications/schemas.ts'
import { DISTRIBUTIONS, type Distribution } from '../queues/contract.ts'
import { isOn, numberOf, readSettings } from '../settings/index.ts'
import type { Agent, QueueRules } from './policy.ts'

export interface StoredQueue extends QueueRules {
  isActive: boolean
}

/** What the rule goes by, as it is at one moment. */
export interface DistributionState {
  /** What queues do that leave it to the company. */
  company: Distribution
  /** Contacts of somebody's wallet are for their owners alone. */
  directsToWallets: boolean
  queues: ReadonlyMap<number, StoredQueue>
  agents: Agent[]
}

interface AgentRow {
  userId: number
  name: string
  profile: Profile
  isActive: boolean
  loginSchedule: LoginDay[] | null
  ticketCapacity: number | null
  queueIds: number[]
  channelIds: number[]
  preferences: Partial<Preferences> | null
  /** By queue. */
  open: Record<string, number>
  turns: Record<string, string>
}

/** Of a capacity, 0 is any number. */
const limitOf = (capacity: number): number | null => (capacity === 0 ? null : capacity)

const distributionOf = (value: string | null): Distribution | null =>
  DISTRIBUTIONS.find((mode) => mode === value) ?? null

export interface Moment {
  /** Epoch milliseconds. */
  now: number
  /** People with a live socket. */
  onlineIds: readonly number[]
}

/** @param some only the members of the queue, and `userIds`; absent: everybody */
export async function loadState(
  tx: Tx,
  { now, onlineIds }: Moment,
  some?: { queueId: number | null; userIds: readonly number[] },
): Promise<DistributionState> {
  const settings = await readSettings(tx)
  const company = distributionOf(settings.distribution) ?? 'off'
  const capacity = limitOf(numberOf(settings, 'distributionCapacity'))
  const queues = await tx.db.queue.findMany({
    select: { id: true, isActive: true, distribution: true, agentCapacity: true },
  })
  const rows = await agentRows(tx, some)
  const wall = localTime(now, settings.timezone)
  return {
    company,
    directsToWallets: isOn(settings, 'DirectTicketsToWallets'),
    queues: new Map(
      queues.map(({ id, isActive, distribution, agentCapacity }) => [
        id,
        {
          isActive,
          distribution: distributionOf(distribution) ?? company,
          agentCapacity: limitOf(agentCapacity ?? 0),
        },
      ]),
    ),
    agents: rows.map(({ loginSchedule, ticketCapacity, preferences, open, turns, ...row }) => ({
      ...row,
      isOnline: onlineIds.includes(row.userId),
      isOnDuty: scheduleVerdict(loginSchedule, settings.timezone, now) === 'allowed',
      isSilent: isSilent(withDefaults(preferences ?? {}), now, wall),
      capacity: ticketCapacity === null ? capacity : limitOf(ticketCapacity),
      open: byQueue(open, Number),
      turns: byQueue(turns, BigInt),
    })),
  }
}

const byQueue = <Stored, Value>(stored: Record<string, Stored>, read: (value: Stored) => Value) =>
  new Map(Object.entries(stored).map(([queueId, value]) => [Number(queueId), read(value)]))

const agentRows = (tx: Tx, some?: { queueId: number | null; userIds: readonly number[] }): Promise<AgentRow[]> =>
  tx.db.$queryRaw<AgentRow[]>`
    select u.id "userId", u.name, u.profile, u.is_active "isActive",
           u.login_schedule "loginSchedule", u.ticket_capacity "ticketCapacity", p.values "preferences",
           array(select l.queue_id from user_queue l where l.user_id = u.id) "queueIds",
           array(select l.channel_id from user_channel l where l.user_id = u.id) "channelIds",
           coalesce((
             select json_object_agg(h.queue_id, h.count)
               from (select coalesce(t.queue_id, 0) queue_id, count(*) from ticket t
                      where t.user_id = u.id and t.status <> 'closed' and not t.is_group group by 1) h), '{}') "open",
           coalesce((
             select json_object_agg(d.queue_id, d.turn::text) from distribution_turn d where d.user_id = u.id), '{}') "turns"
      from app_user u left join notification_preference p on p.user_id = u.id
     where ${some === undefined} or u.id = any(${[...(some?.userIds ?? [])]}::int[])
        or exists (select 1 from user_queue l where l.user_id = u.id and l.queue_id = ${some?.queueId ?? null}::int)
     order by u.name, u.id`

/** It is somebody's turn in a queue. */
export async function noteTurn(tx: Tx, queueId: number, userId: number, now: number): Promise<void> {
  await tx.db.$executeRaw`
    insert into distribution_turn (queue_id, user_id, assigned_at)
    values (${queueId}, ${userId}, ${new Date(now)}::timestamptz)
    on conflict (tenant_id, queue_id, user_id) do update set turn = excluded.turn, assigned_at = excluded.assigned_at`
}
