import type { Locale } from '../../platform/db/scope.ts'
import { type TextKey, translate } from '../../platform/i18n/translate.ts'
import type { DeliveryRow, WebhookRow } from './repo.ts'
import type { Delivery, DeliveryState, Webhook, WebhookEvent } from './schemas.ts'

const EXCERPT_BYTES = 2048

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

function stateOf(row: WebhookRow): Webhook['state'] {
  if (!row.isActive) return 'off'
  if (row.pausedAt !== null) return 'paused'
  return row.failures > 0 ? 'failing' : 'active'
}

const reasonText = (locale: Locale, reason: string, statusCode: number | null): string =>
  translate(locale, `webhook.${reason}` as TextKey, { status: statusCode })

/** `row` is null as long as nothing was saved. */
export function presentWebhook(
  channelId: number,
  row: WebhookRow | null,
  more: { counts: { waiting: number; failed: number }; now: number; locale: Locale },
): Webhook {
  const isRotating = row?.previousUntil != null && row.previousUntil.getTime() > more.now
  return {
    channelId,
    url: row?.url ?? '',
    enabled: row?.isActive ?? false,
    events: (row?.events ?? []) as WebhookEvent[],
    state: row ? stateOf(row) : 'off',
    pauseReason: row?.pauseReason ? reasonText(more.locale, row.pauseReason, null) : null,
    pausedAt: iso(row?.pausedAt ?? null),
    failingSince: iso(row?.failingSince ?? null),
    lastSuccessAt: iso(row?.lastSuccessAt ?? null),
    hasSecret: row !== null,
    previousSecretUntil: isRotating ? iso(row.previousUntil) : null,
    ...more.counts,
  }
}

export const presentDelivery = (row: DeliveryRow, locale: Locale): Delivery => ({
  id: row.id,
  event: row.event as Delivery['event'],
  ticketId: row.ticketId,
  state: row.state as DeliveryState,
  attempts: row.attempts,
  statusCode: row.statusCode,
  reason: row.reason === null ? null : reasonText(locale, row.reason, row.statusCode),
  durationMs: row.durationMs,
  createdAt: row.createdAt.toISOString(),
  attemptedAt: iso(row.attemptedAt),
  nextTryAt: row.state === 'pending' ? iso(row.dueAt) : null,
  request: excerpt(row.payload),
  response: row.response,
})

const excerpt = (text: string): string =>
  new TextDecoder().decode(Buffer.from(text).subarray(0, EXCERPT_BYTES), { stream: true })
