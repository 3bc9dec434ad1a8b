import { Prisma } from '../../platform/db/generated/client.ts'
import type { Scope } from '../../platform/db/scope.ts'
import type { Tx, UnitOfWork } from '../../platform/db/uow.ts'
import { escapeLike } from '../../platform/like.ts'
import type { NoteMention, NoteQuery } from './contract.ts'

export interface NoteRow {
  id: number
  body: string
  ticketId: number
  contactId: number
  userId: number | null
  userName: string
  mentions: NoteMention[]
  editedAt: Date | null
  createdAt: Date
}

const MAX_OF_TICKET = 500

const select = Prisma.sql`
  select n.id, n.body, n.ticket_id "ticketId", t.contact_id "contactId", n.user_id "userId",
         coalesce(u.name, n.user_name) "userName", n.mentions, n.edited_at "editedAt", n.created_at "createdAt"
    from ticket_note n
    join ticket t on t.tenant_id = n.tenant_id and t.id = n.ticket_id
    left join app_user u on u.tenant_id = n.tenant_id and u.id = n.user_id`

export const notesOf = (uow: UnitOfWork, scope: Pick<Scope, 'tenantId'>, ticketId: number): Promise<NoteRow[]> =>
  uow.query<NoteRow>(
    scope,
    Prisma.sql`${select} where n.ticket_id = ${ticketId} order by n.id desc limit ${MAX_OF_TICKET}`,
  )

/** Notes on the tickets that a condition on `t` lets through. */
export async function searchNotes(
  uow: UnitOfWork,
  scope: Pick<Scope, 'tenantId'>,
  { ticketId, contactId, userId, searchParam }: NoteQuery,
  { visible, skip, take }: { visible: Prisma.Sql; skip: number; take: number },
): Promise<{ rows: NoteRow[]; count: number }> {
  const all = [visible]
  const fragment = searchParam?.trim() ?? ''
  if (ticketId !== undefined) all.push(Prisma.sql`n.ticket_id = ${ticketId}`)
  if (contactId !== undefined) all.push(Prisma.sql`t.contact_id = ${contactId}`)
  if (userId !== undefined) all.push(Prisma.sql`n.user_id = ${userId}`)
  if (fragment !== '') all.push(Prisma.sql`fold(n.body) like '%' || fold(${escapeLike(fragment)}) || '%'`)
  const where = Prisma.join(all, ' and ')
  const [rows, [total]] = await Promise.all([
    uow.query<NoteRow>(
      scope,
      Prisma.sql`${select} where ${where} order by n.id desc offset ${skip}::int limit ${take}::int`,
    ),
    uow.query<{ count: number }>(
      scope,
      Prisma.sql`
        select count(*)::int "count" from ticket_note n
          join ticket t on t.tenant_id = n.tenant_id and t.id = n.ticket_id where ${where}`,
    ),
  ])
  return { rows, count: total?.count ?? 0 }
}

export async function findNote(tx: Tx, id: number): Promise<NoteRow | null> {
  const [row] = await tx.db.$queryRaw<NoteRow[]>`${select} where n.id = ${id}`
  return row ?? null
}

/** Held until the unit of work ends. */
export async function lockNote(tx: Tx, id: number): Promise<NoteRow | null> {
  await tx.db.$queryRaw`select 1 from ticket_note where id = ${id} for update`
  return findNote(tx, id)
}

export interface NewNote {
  ticketId: number
  userId: number | null
  userName: string
  body: string
  mentions: NoteMention[]
  createdAt: Date
}

export async function insertNote(tx: Tx, note: NewNote): Promise<number> {
  return (await tx.db.ticketNote.create({ data: note, select: { id: true } })).id
}

export async function updateNote(
  tx: Tx,
  id: number,
  change: { body: string; mentions: NoteMention[]; editedAt: Date },
): Promise<void> {
  await tx.db.ticketNote.updateMany({ where: { id }, data: change })
}

export async function deleteNote(tx: Tx, id: number): Promise<void> {
  await tx.db.ticketNote.deleteMany({ where: { id } })
}

export interface TeamRow {
  id: number
  name: string
  userIds: number[]
}

const MAX_TEAMS = 1000

export const listTeams = (tx: Tx): Promise<TeamRow[]> =>
  tx.db.$queryRaw<TeamRow[]>`
    select t.id, t.name,
           array(select l.user_id from team_user l where l.tenant_id = t.tenant_id and l.team_id = t.id) "userIds"
      from team t where t.is_active order by fold(t.name), t.id limit ${MAX_TEAMS}`
