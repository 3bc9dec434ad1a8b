import type { Database } from '../../platform/db/database.ts'
import { Prisma } from '../../platform/db/generated/client.ts'
import type { Tx } from '../../platform/db/uow.ts'
import { escapeLike } from '../../platform/like.ts'
import type { Priority, TaskCounts, TaskStatus } from './schemas.ts'

interface Person {
  id: number
  name: string
}

/** A person or a team, or nobody any more. */
interface Doers {
  ownerId: number | null
  teamId: number | null
}

export interface TaskRow {
  id: number
  name: string
  description: string
  limitDate: Date
  priority: Priority
  ownerId: number | null
  owner: Person | null
  teamId: number | null
  team: Person | null
  creatorId: number | null
  creator: Person | null
  finishedAt: Date | null
  noticeAt: Date | null
  createdAt: Date
  updatedAt: Date
}

export interface TaskFilter {
  /** Only those that this person or a team of theirs does, and those that they created. */
  visibleTo: number | null
  status: TaskStatus | null
  ownerId: number | null
  teamId: number | null
  priority: Priority | null
  search: string
  now: Date
}

const ROW = Prisma.sql`
  select t.id, t.name, t.description, t.limit_date "limitDate", t.priority, t.owner_id "ownerId",
         case when o.id is not null then json_build_object('id', o.id, 'name', o.name) end "owner",
         t.team_id "teamId", case when g.id is not null then json_build_object('id', g.id, 'name', g.name) end "team",
         t.creator_id "creatorId",
         case when c.id is not null then json_build_object('id', c.id, 'name', c.name) end "creator",
         t.finished_at "finishedAt", t.notice_at "noticeAt", t.created_at "createdAt", t.updated_at "updatedAt"
    from task t
    left join app_user o on o.tenant_id = t.tenant_id and o.id = t.owner_id
    left join team g on g.tenant_id = t.tenant_id and g.id = t.team_id
    left join app_user c on c.tenant_id = t.tenant_id and c.id = t.creator_id`

const TRUE = Prisma.sql`true`

function statusSql(status: TaskStatus | null, now: Date): Prisma.Sql {
  if (status === null) return TRUE
  if (status === 'finished') return Prisma.sql`t.finished_at is not null`
  return status === 'delayed'
    ? Prisma.sql`t.finished_at is null and t.limit_date <= ${now}::timestamptz`
    : Prisma.sql`t.finished_at is null and t.limit_date > ${now}::timestamptz`
}

const ofTeamsSql = (userId: number) =>
  Prisma.sql`t.team_id in (select l.team_id from team_user l where l.user_id = ${userId})`

function filterSql({ visibleTo, ownerId, teamId, priority, search }: TaskFilter): Prisma.Sql {
  const pattern = `%${escapeLike(search)}%`
  return Prisma.join(
    [
      visibleTo === null
        ? TRUE
        : Prisma.sql`(t.owner_id = ${visibleTo} or t.creator_id = ${visibleTo} or ${ofTeamsSql(visibleTo)})`,
      ownerId === null ? TRUE : Prisma.sql`t.owner_id = ${ownerId}`,
      teamId === null ? TRUE : Prisma.sql`t.team_id = ${teamId}`,
      priority === null ? TRUE : Prisma.sql`t.priority = ${priority}`,
      search === ''
        ? TRUE
        : Prisma.sql`(fold(t.name) like fold(${pattern}) or fold(t.description) like fold(${pattern}))`,
    ],
    ' and ',
  )
}

/** Open ones by their limit; finished ones the latest first. */
export const listTasks = (
  tx: Tx,
  filter: TaskFilter,
  { skip, take }: { skip: number; take: number },
): Promise<TaskRow[]> => tx.db.$queryRaw`
  ${ROW} where ${filterSql(filter)} and ${statusSql(filter.status, filter.now)}
   order by (t.finished_at is not null), t.finished_at desc, t.limit_date, t.id offset ${skip} limit ${take}`

export async function countTasks(tx: Tx, filter: TaskFilter): Promise<TaskCounts> {
  const [row] = await tx.db.$queryRaw<TaskCounts[]>`
    select count(*) filter (where ${statusSql('delayed', filter.now)})::int "delayed",
           count(*) filter (where ${statusSql('pending', filter.now)})::int "pending",
           count(*) filter (where ${statusSql('finished', filter.now)})::int "finished"
      from task t where ${filterSql(filter)}`
  return row ?? { delayed: 0, pending: 0, finished: 0 }
}

/** What somebody still has to do, alone or with a team. */
export async function countOpen(tx: Tx, userId: number, now: Date): Promise<{ delayed: number; pending: number }> {
  const [row] = await tx.db.$queryRaw<{ delayed: number; pending: number }[]>`
    select count(*) filter (where t.limit_date <= ${now}::timestamptz)::int "delayed",
           count(*) filter (where t.limit_date > ${now}::timestamptz)::int "pending"
      from task t where (t.owner_id = ${userId} or ${ofTeamsSql(userId)}) and t.finished_at is null`
  return row ?? { delayed: 0, pending: 0 }
}

export async function findTask(tx: Tx, id: number): Promise<TaskRow | null> {
  const [row] = await tx.db.$queryRaw<TaskRow[]>`${ROW} where t.id = ${id}`
  return row ?? null
}

/** Held until the unit of work ends. */
export async function lockTask(tx: Tx, id: number): Promise<TaskRow | null> {
  const [row] = await tx.db.$queryRaw<TaskRow[]>`${ROW} where t.id = ${id} for update of t`
  return row ?? null
}

export interface TaskValues {
  name: string
  description: string
  limitDate: Date
  priority: Priority
  ownerId: number | null
  teamId: number | null
  finishedAt: Date | null
  noticeAt: Date | null
}

export async function insertTask(tx: Tx, values: TaskValues & { creatorId: number | null }): Promise<number> {
  return (await tx.db.task.create({ data: values, select: { id: true } })).id
}

export async function updateTask(tx: Tx, id: number, values: TaskValues): Promise<void> {
  await tx.db.task.updateMany({ where: { id }, data: values })
}

export async function deleteTask(tx: Tx, id: number): Promise<void> {
  await tx.db.task.deleteMany({ where: { id } })
}

/** Somebody who works here, to whom a task can be given. */
export async function isActiveUser(tx: Tx, id: number): Promise<boolean> {
  return (await tx.db.user.findFirst({ where: { id, isActive: true }, select: { id: true } })) !== null
}

/** To which a task can be given. */
export async function isActiveTeam(tx: Tx, id: number): Promise<boolean> {
  return (await tx.db.team.findFirst({ where: { id, isActive: true }, select: { id: true } })) !== null
}

export async function teamsOf(tx: Tx, userId: number): Promise<number[]> {
  const rows = await tx.db.teamUser.findMany({ where: { userId }, select: { teamId: true } })
  return rows.map(({ teamId }) => teamId)
}

/** Who does a task: its owner, or those of its team who work here. */
export async function doersOf(tx: Tx, { ownerId, teamId }: Doers): Promise<number[]> {
  if (teamId === null) return ownerId === null ? [] : [ownerId]
  const rows = await tx.db.$queryRaw<{ id: number }[]>`
    select u.id from team_user l join app_user u on u.tenant_id = l.tenant_id and u.id = l.user_id
     where l.team_id = ${teamId} and u.is_active`
  return rows.map(({ id }) => id)
}

export interface DueTask extends Doers {
  id: number
  name: string
  limitDate: Date
}

/** Takes tasks whose limit has come, each once: what is taken is told in the same unit of work. */
export const claimDue = (tx: Tx, now: Date, limit: number): Promise<DueTask[]> => tx.db.$queryRaw`
  with due as (
    select tenant_id, id from task where notice_at <= ${now}::timestamptz
     order by notice_at limit ${limit} for update skip locked)
  update task t set notice_at = null from due
   where t.tenant_id = due.tenant_id and t.id = due.id
  returning t.id, t.name, t.owner_id "ownerId", t.team_id "teamId", t.limit_date "limitDate"`

/** Companies with tasks whose limit has come. */
export async function tenantsWithDue(system: Database['system'], now: Date): Promise<number[]> {
  const rows = await system.$queryRaw<{ tenantId: number }[]>`
    select distinct tenant_id "tenantId" from task where notice_at <= ${now}::timestamptz limit 1000`
  return rows.map((row) => row.tenantId)
}
