import { lockName } from '../../platform/advisory-lock.ts'
import type { Prisma } from '../../platform/db/generated/client.ts'
import type { Tx } from '../../platform/db/uow.ts'

export type WebhookRow = Prisma.WebhookGetPayload<object>
export type WebhookValues = Partial<Omit<WebhookRow, 'tenantId' | 'channelId' | 'createdAt' | 'updatedAt'>>
export type DeliveryRow = Prisma.WebhookDeliveryGetPayload<object>

/** Saves of one webhook wait for each other. */
export const lockWebhook = (tx: Tx, channelId: number): Promise<void> => lockName(tx, `webhook:${channelId}`)

export const findWebhook = (tx: Tx, channelId: number): Promise<WebhookRow | null> =>
  tx.db.webhook.findFirst({ where: { channelId } })

export async function insertWebhook(
  tx: Tx,
  values: WebhookValues & { channelId: number; url: string; secret: WebhookRow['secret'] },
): Promise<void> {
  await tx.db.webhook.create({ data: values })
}

export async function updateWebhook(tx: Tx, channelId: number, values: WebhookValues): Promise<void> {
  await tx.db.webhook.updateMany({ where: { channelId }, data: values })
}

/** Tests are not counted among what was given up. */
export async function countDeliveries(tx: Tx, channelId: number): Promise<{ waiting: number; failed: number }> {
  const [row] = await tx.db.$queryRaw<{ waiting: number; failed: number }[]>`
    select count(*) filter (where state = 'pending')::int "waiting",
           count(*) filter (where state = 'failed' and event <> 'test')::int "failed"
      from webhook_delivery where channel_id = ${channelId} and state in ('pending', 'failed')`
  return row ?? { waiting: 0, failed: 0 }
}

/** Newest first; one more than `take` tells whether there are more. */
export const listDeliveries = (
  tx: Tx,
  channelId: number,
  { before, failed, take }: { before: bigint | null; failed: boolean; take: number },
): Promise<DeliveryRow[]> =>
  tx.db.webhookDelivery.findMany({
    where: {
      channelId,
      ...(before === null ? {} : { position: { lt: before } }),
      ...(failed ? { state: 'failed' } : {}),
    },
    orderBy: { position: 'desc' },
    take: take + 1,
  })

export const insertTest = (
  tx: Tx,
  values: Omit<Prisma.WebhookDeliveryUncheckedCreateInput, 'tenantId' | 'position' | 'event'>,
): Promise<DeliveryRow> => tx.db.webhookDelivery.create({ data: { ...values, event: 'test' } })

interface Again {
  now: Date
  expiresAt: Date
}

const again = ({ now, expiresAt }: Again) => ({
  state: 'pending',
  attempts: 0,
  dueAt: now,
  expiresAt,
  statusCode: null,
  reason: null,
  response: null,
  durationMs: null,
})

/** To be sent once more. Null when it is not there. */
export async function replayDelivery(tx: Tx, channelId: number, id: string, when: Again): Promise<DeliveryRow | null> {
  const where = { channelId, id }
  await tx.db.webhookDelivery.updateMany({ where, data: again(when) })
  return tx.db.webhookDelivery.findFirst({ where })
}

export async function replayFailed(tx: Tx, channelId: number, when: Again): Promise<number> {
  const where = { channelId, state: 'failed', event: { not: 'test' } }
  return (await tx.db.webhookDelivery.updateMany({ where, data: again(when) })).count
}

/** What waits is not sent any more. */
export async function giveUp(tx: Tx, channelId: number, reason: string): Promise<void> {
  await tx.db.webhookDelivery.updateMany({
    where: { channelId, state: 'pending' },
    data: { state: 'failed', reason, messageId: null },
  })
}
