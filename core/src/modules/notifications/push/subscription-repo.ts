import type { Tx } from '../../../platform/db/uow.ts'

export interface NewSubscription {
  id: string
  userId: number
  sessionId: string
  endpoint: string
  keys: Uint8Array
}

/** More browsers of one person than this are old ones: the oldest leave. */
const KEPT = 20

/** From now on this browser is this person's. */
export async function saveSubscription(tx: Tx, row: NewSubscription): Promise<void> {
  const { id, userId, sessionId, endpoint, keys } = row
  await tx.db.$executeRaw`delete from push_subscription where md5(endpoint) = md5(${endpoint})`
  await tx.db.$executeRaw`
    insert into push_subscription (id, user_id, session_id, endpoint, keys)
    values (${id}::uuid, ${userId}, ${sessionId}::uuid, ${endpoint}, ${keys})
    on conflict do nothing`
  await tx.db.$executeRaw`
    delete from push_subscription where id in (
      select id from push_subscription where user_id = ${userId} order by id desc offset ${KEPT})`
}

export async function removeEndpoint(tx: Tx, userId: number, endpoint: string): Promise<void> {
  await tx.db.pushSubscription.deleteMany({ where: { userId, endpoint } })
}

/** With everything that was still to be pushed to it. */
export async function removeSubscription(tx: Tx, id: string): Promise<void> {
  await tx.db.pushSubscription.deleteMany({ where: { id } })
}
