import type { Database } from '../../platform/db/database.ts'
import { Prisma } from '../../platform/db/generated/client.ts'
import type { Tx, UnitOfWork } from '../../platform/db/uow.ts'

export type MediaRow = Prisma.MediaGetPayload<object>

/** The columns that serving a file needs. */
export interface StoredFile {
  id: string
  state: string
  storageKey: string | null
  thumbKey: string | null
  mimeType: string
  fileName: string | null
  /** Bytes. */
  size: number
}

export interface MediaFacts {
  mimeType: string
  fileName: string | null
  size: number
  sha256: Buffer
  width: number | null
  height: number | null
  thumbKey: string | null
}

export const findMedia = (tx: Tx, id: string): Promise<MediaRow | null> => tx.db.media.findFirst({ where: { id } })

export const findManyMedia = (tx: Tx, ids: string[]): Promise<MediaRow[]> =>
  tx.db.media.findMany({ where: { id: { in: ids } } })

export async function findStoredFile(uow: UnitOfWork, tenantId: number, id: string): Promise<StoredFile | null> {
  const rows = await uow.query<StoredFile>(
    { tenantId },
    Prisma.sql`select id, state, storage_key "storageKey", thumb_key "thumbKey", mime_type "mimeType",
                      file_name "fileName", size::float8 "size"
                 from media where id = ${id}::uuid`,
  )
  return rows[0] ?? null
}

/** A file whose bytes are about to be stored: until `finishMedia` it counts as failed, so that a crash leaves a trace. */
export async function beginMedia(
  tx: Tx,
  media: { id: string; storageKey: string; createdBy: number | null; createdAt: Date },
): Promise<void> {
  await tx.db.media.create({ data: { ...media, state: 'failed' } })
}

/** Null when the file is gone. */
export async function finishMedia(tx: Tx, id: string, storageKey: string, facts: MediaFacts): Promise<MediaRow | null> {
  const data = { ...facts, sha256: new Uint8Array(facts.sha256), storageKey, state: 'ready' }
  const [row] = await tx.db.media.updateManyAndReturn({ where: { id }, data })
  return row ?? null
}

export async function deleteMedia(tx: Tx, id: string): Promise<void> {
  await tx.db.media.deleteMany({ where: { id } })
}

/** A file whose bytes are still at the provider. */
export interface DueMedia {
  tenantId: number
  id: string
  channelId: number
  ref: string
  mimeType: string
  fileName: string | null
  /** Counts this try. */
  attempts: number
  /** Of a contact, not of a message. */
  isPicture: boolean
}

/**
 * Takes due files for a while, oldest first, pictures of contacts last and companies in turn; what is not settled by
 * then comes up again.
 */
export const claimDue = (
  system: Database['system'],
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<DueMedia[]> =>
  system.$queryRaw<DueMedia[]>`
    with due as (
      select tenant_id, id, due_at, is_picture,
             row_number() over (partition by tenant_id, is_picture order by due_at) turn
        from (select tenant_id, id, due_at, is_picture from media
               where state = 'pending' and due_at <= ${now} order by is_picture, due_at limit 1000) oldest
    ), taken as (
      select m.tenant_id, m.id, d.place
        from (select *, row_number() over (order by is_picture, turn, due_at) place from due
               order by place limit ${limit}) d
        join media m on m.tenant_id = d.tenant_id and m.id = d.id
       where m.state = 'pending' and m.due_at <= ${now}
         for update of m skip locked
    ), claimed as (
      update media m set attempts = m.attempts + 1, due_at = ${until}
        from taken t where m.tenant_id = t.tenant_id and m.id = t.id
      returning m.tenant_id "tenantId", m.id, m.channel_id "channelId", m.ref, m.mime_type "mimeType",
                m.file_name "fileName", m.attempts, m.is_picture "isPicture", t.place
    )
    select "tenantId", id, "channelId", ref, "mimeType", "fileName", attempts, "isPicture" from claimed order by place`

/** A file that was given up, taken for a last try; null for any other. */
export async function claimFailed(tx: Tx, id: string, { until, attempts }: { until: Date; attempts: number }) {
  const [row] = await tx.db.$queryRaw<DueMedia[]>`
    update media set state = 'pending', attempts = ${attempts}, due_at = ${until}::timestamptz
     where id = ${id}::uuid and state = 'failed' and channel_id is not null and ref is not null and not is_picture
    returning tenant_id "tenantId", id, channel_id "channelId", ref, mime_type "mimeType", file_name "fileName", attempts,
              is_picture "isPicture"`
  return row ?? null
}

/** When the next try is, or with null that there is none. */
export async function postponeMedia(tx: Tx, id: string, dueAt: Date | null): Promise<void> {
  const data = dueAt ? { dueAt } : { state: 'failed' }
  await tx.db.media.updateMany({ where: { id, state: 'pending' }, data })
}

/** Removes pictures of contacts that none of them wears any more, and answers where their bytes are. */
export const deleteUnworn = (
  tx: Tx,
  ids: string[],
): Promise<{ storageKey: string | null; thumbKey: string | null }[]> =>
  tx.db.$queryRaw`
    delete from media m
     where m.id = any(${ids}::uuid[]) and m.is_picture
       and not exists (select 1 from contact c where c.tenant_id = m.tenant_id and c.profile_pic_id = m.id)
       and not exists (select 1 from contact c where c.tenant_id = m.tenant_id and c.avatar_id = m.id)
    returning m.storage_key "storageKey", m.thumb_key "thumbKey"`

/** Removes files that no message, picture, ready text or internal chat uses any more, and answers where their bytes are. */
export const deleteUnused = (
  tx: Tx,
  ids: string[],
): Promise<{ storageKey: string | null; thumbKey: string | null }[]> =>
  tx.db.$queryRaw`
    delete from media m
     where m.id = any(${ids}::uuid[])
       and not exists (select 1 from message g where g.tenant_id = m.tenant_id and g.media_id = m.id)
       and not exists (select 1 from contact c where c.tenant_id = m.tenant_id and c.profile_pic_id = m.id)
       and not exists (select 1 from contact c where c.tenant_id = m.tenant_id and c.avatar_id = m.id)
       and not exists (select 1 from app_user u where u.tenant_id = m.tenant_id and u.profile_pic_id = m.id)
       and not exists (select 1 from quick_message_file q where q.tenant_id = m.tenant_id and q.media_id = m.id)
       and not exists (select 1 from scheduled_message_file s where s.tenant_id = m.tenant_id and s.media_id = m.id)
       and not exists (select 1 from internal_chat_message i where i.tenant_id = m.tenant_id and i.media_id = m.id)
    returning m.storage_key "storageKey", m.thumb_key "thumbKey"`

/** Companies with files made in a span of time. */
export async function tenantsWithMedia(system: Database['system'], span: { from: Date; to: Date }): Promise<number[]> {
  const rows = await system.$queryRaw<{ tenantId: number }[]>`
    select distinct tenant_id "tenantId" from media where created_at >= ${span.from} and created_at < ${span.to}`
  return rows.map((row) => row.tenantId)
}

/**
 * Removes the rows of files made in a span of time that nothing refers to, and answers where their bytes are.
 * Every place that may name a file is listed here; a new one must be added.
 */
export const deleteOrphans = (
  tx: Tx,
  span: { from: Date; to: Date },
  limit: number,
): Promise<{ storageKey: string | null; thumbKey: string | null }[]> =>
  tx.db.$queryRaw`
    with old as (
      select m.id from media m
       where m.created_at >= ${span.from} and m.created_at < ${span.to}
         and not exists (select 1 from message g where g.tenant_id = m.tenant_id and g.media_id = m.id)
         and not exists (select 1 from contact c where c.tenant_id = m.tenant_id and c.profile_pic_id = m.id)
         and not exists (select 1 from contact c where c.tenant_id = m.tenant_id and c.avatar_id = m.id)
         and not exists (select 1 from internal_chat_message i where i.tenant_id = m.tenant_id and i.media_id = m.id)
         and not exists (select 1 from app_user u where u.tenant_id = m.tenant_id and u.profile_pic_id = m.id)
         and not exists (select 1 from quick_message_file q where q.tenant_id = m.tenant_id and q.media_id = m.id)
         and not exists (select 1 from scheduled_message_file s where s.tenant_id = m.tenant_id and s.media_id = m.id)
    ), texts as (
      select content::text body from message where type in ('carousel', 'template') and created_at >= ${span.from}
      union all select payload::text from inbox where state <> 'done'
      union all select payload::text from parked_event
      union all select payload::text from delivery where state in ('queued', 'sending', 'unknown')
      union all select settings::text from channel
      union all select value from setting
      union all select value::text from plugin_store where value is not null
      union all select payload::text from plugin_schedule
    ), named as (
      select distinct lower(found[1])::uuid id
        from texts, regexp_matches(body, '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}', 'g') found
       where exists (select 1 from old)
    )
    delete from media m
     using (select id from old where id not in (select id from named) limit ${limit}) gone
     where m.id = gone.id
    returning m.storage_key "storageKey", m.thumb_key "thumbKey"`
