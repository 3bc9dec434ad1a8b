import type { Locale } from '../../platform/db/scope.ts'
import { type TextKey, translate } from '../../platform/i18n/translate.ts'
import type { FileUrl } from '../auth/index.ts'
import { shownName } from '../contacts/index.ts'
import type { Media } from '../media/contract.ts'
import type { MessageState } from '../messages/schemas.ts'
import type { Schedule } from './contract.ts'
import type { ShownSchedule } from './list-repo.ts'
import { isChangeable, ownsSchedule, type ScheduleViewer } from './policy.ts'

export interface ScheduleView {
  viewer: ScheduleViewer
  locale: Locale
  showPhones: boolean
  fileUrl: FileUrl
  files: ReadonlyMap<string, Media>
}

export function presentSchedule(row: ShownSchedule, view: ScheduleView): Schedule {
  const name = shownName({ name: row.contactName, number: row.contactNumber }, view.showPhones)
  return {
    id: row.id,
    tenantId: row.tenantId,
    contactId: row.contactId,
    contact: {
      id: row.contactId,
      name,
      profilePicUrl: row.profilePicId ? view.fileUrl(row.tenantId, row.profilePicId) : null,
    },
    whatsappId: row.channelId,
    channel: { id: row.channelId, name: row.channelName, type: row.channelType },
    userId: row.userId,
    user: row.userId === null || row.userName === null ? null : { id: row.userId, name: row.userName },
    ticketId: row.ticketId,
    body: row.body,
    medias: row.mediaIds.flatMap((id) => view.files.get(id) ?? []),
    scheduleDate: row.scheduleDate.toISOString(),
    status: row.status,
    messageState: row.messageState as MessageState | null,
    error: errorOf(row, view.locale),
    repeatCount: row.repeatCount,
    repeatPeriod: row.repeatPeriod,
    sentAt: row.sentAt?.toISOString() ?? null,
    canChange: ownsSchedule(view.viewer, row) && isChangeable(row),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

function errorOf(row: ShownSchedule, locale: Locale): Schedule['error'] {
  if (row.status !== 'error') return null
  if (row.state === 'error') {
    const code = row.errorCode ?? 'ERR_INTERNAL'
    return { code, message: translate(locale, code as TextKey, row.errorParams ?? {}) }
  }
  const code = row.failCode ?? 'REJECTED'
  const text = translate(locale, `delivery.${code}` as TextKey)
  return { code, message: row.failReason ? `${text} (${row.failReason})` : text }
}
