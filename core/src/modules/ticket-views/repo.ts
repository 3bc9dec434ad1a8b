import { lockName } from '../../platform/advisory-lock.ts'
import { Prisma } from '../../platform/db/generated/client.ts'
import type { Tx } from '../../platform/db/uow.ts'
import type { TicketTab } from '../tickets/index.ts'
import type { ViewFilters, ViewSharing } from './contract.ts'

export interface ViewRow {
  id: number
  name: string
  color: string
  tab: TicketTab
  filters: ViewFilters
  sharing: ViewSharing
  teamId: number | null
  teamName: string | null
  ownerId: number | null
  /** Shared with everybody, with a team of theirs, or their own. */
  isForMe: boolean
  createdAt: Date
  updatedAt: Date
}

/** Views of one kind in a company or of one person. */
export const MAX_VIEWS = 30

/** One change at a time, for names and numbers. */
export const lockViews = (tx: Tx): Promise<void> => lockName(tx, 'ticket views')

/** What somebody gets, admins all that is shared too; shared ones first. */
export const listViews = (
  tx: Tx,
  { userId, isAdmin }: { userId: number | null; isAdmin: boolean },
): Promise<ViewRow[]> =>
  tx.db.$queryRaw`
    select * from (
      select v.id, v.name, v.color, v.tab, v.filters, v.sharing, v.team_id "teamId", t.name "teamName",
             v.owner_id "ownerId", v.created_at "createdAt", v.updated_at "updatedAt", v.position,
             v.sharing = 'all' or (v.sharing = 'mine' and coalesce(v.owner_id = ${userId}::int, false))
               or (v.sharing = 'team' and exists (
                     select 1 from team_user l
                      where l.tenant_id = v.tenant_id and l.team_id = v.team_id and l.user_id = ${userId}::int))
             "isForMe"
        from ticket_view v
        left join team t on t.tenant_id = v.tenant_id and t.id = v.team_id) x
     where x."isForMe" or (${isAdmin} and x.sharing <> 'mine')
     order by x.sharing = 'mine', x.position, x.id`

/** All that is shared counts together, and what is somebody's own. */
export const countViews = (tx: Tx, sharing: ViewSharing, ownerId: number | null): Promise<number> =>
  tx.db.ticketView.count({ where: sharing === 'mine' ? { sharing, ownerId } : { sharing: { not: 'mine' } } })

/** Without regard to case and accents. */
export async function isNameTaken(
  tx: Tx,
  name: string,
  { sharing, ownerId, except }: { sharing: ViewSharing; ownerId: number | null; except: number | null },
): Promise<boolean> {
  const together =
    sharing === 'mine'
      ? Prisma.sql`sharing = 'mine' and owner_id is not distinct from ${ownerId}::int`
      : Prisma.sql`sharing <> 'mine'`
  const rows = await tx.db.$queryRaw<{ id: number }[]>`
    select id from ticket_view
     where fold(name) = fold(${name}) and ${together} and id is distinct from ${except}::int limit 1`
  return rows.length > 0
}

export interface ViewValues {
  name?: string
  color?: string
  tab?: string
  filters?: ViewFilters
  sharing?: ViewSharing
  teamId?: number | null
  ownerId?: number | null
}

const dataOf = ({ filters, ...values }: ViewValues) => ({
  ...values,
  ...(filters === undefined ? {} : { filters: filters as Prisma.InputJsonObject }),
})

/** At the end of its list. */
export async function insertView(tx: Tx, values: ViewValues & { name: string; tab: string }): Promise<number> {
  const { _max: last } = await tx.db.ticketView.aggregate({ _max: { position: true } })
  const data = { ...dataOf(values), name: values.name, tab: values.tab, position: (last.position ?? 0) + 1 }
  return (await tx.db.ticketView.create({ data, select: { id: true } })).id
}

export async function updateView(tx: Tx, id: number, values: ViewValues): Promise<void> {
  await tx.db.ticketView.updateMany({ where: { id }, data: dataOf(values) })
}

export async function deleteView(tx: Tx, id: number): Promise<void> {
  await tx.db.ticketView.deleteMany({ where: { id } })
}

export async function saveOrder(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.db.$executeRaw`
    update ticket_view v set position = o.place
      from unnest(${[...ids]}::int[]) with ordinality o(id, place) where v.id = o.id`
}

export async function hasTeam(tx: Tx, id: number): Promise<boolean> {
  return (await tx.db.team.count({ where: { id, isActive: true } })) === 1
}

/** What somebody who leaves kept for themselves. */
export async function deleteOwn(tx: Tx, ownerId: number): Promise<void> {
  await tx.db.ticketView.deleteMany({ where: { ownerId, sharing: 'mine' } })
}
