import type { Locale } from '../../platform/i18n/index.ts'
import { eventOf, isKind } from './policy.ts'
import type { NotificationRow } from './repo.ts'
import type { Notification } from './schemas.ts'
import { hiddenText, textOf } from './texts.ts'

/** `isHidden`: it is about a ticket that the reader does not see (any more). Null for a kind that is not known. */
export function presentNotification(row: NotificationRow, locale: Locale, isHidden: boolean): Notification | null {
  const { kind } = row
  if (!isKind(kind)) return null
  const data = isHidden ? {} : (row.params as Notification['data'])
  return {
    id: row.id,
    type: kind,
    event: eventOf(kind),
    ...(isHidden ? hiddenText(kind, locale) : textOf(kind, data, locale)),
    data,
    link: isHidden ? null : row.link,
    ticketId: isHidden ? null : row.ticketId,
    readAt: row.readAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }
}
