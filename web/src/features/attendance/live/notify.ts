import type { PushedMessage } from '@recado/core/modules/messages/contract'
import { conversations } from '../../../entities/conversations.ts'
import { notices } from '../../../entities/notices.ts'
import { i18n } from '../../../lib/i18n/i18n.ts'
import { session } from '../../../lib/session/session.ts'
import { tenantSetting } from '../../../lib/tenant-settings.ts'
import { toast } from '../../../lib/toasts.ts'
import { lineOf } from '../content/line-of.ts'
import { options } from '../state/options.ts'

/** Whether a message concerns this person: theirs, or nobody's yet. */
export const concerns = (
  message: Pick<PushedMessage, 'fromMe' | 'sendType'> & { ticket: Pick<PushedMessage['ticket'], 'userId' | 'isGroup'> },
  userId: number,
  groupsToo: boolean,
): boolean =>
  !message.fromMe &&
  message.sendType !== 'sync' &&
  (message.ticket.userId === null || message.ticket.userId === userId) &&
  (groupsToo || !message.ticket.isGroup)

const groupsToo = (): boolean => tenantSetting('groupNotifications') !== 'disabled'

/** Tells of a new customer message that is not being read right now. */
export function tellMessage(message: PushedMessage): void {
  const userId = session.user?.userId
  if (userId === undefined || !concerns(message, userId, groupsToo())) return
  const isRead = conversations.openId === message.ticketId && document.hasFocus() && !document.hidden
  if (isRead) return
  if (options.sound.get()) notices.sound('message')
  if (notices.shows('message') && !document.hidden) {
    const { ticketId, ticket } = message
    const run = () => {
      window.location.hash = `#/atendimento/${ticketId}`
    }
    toast.info(ticket.name, { detail: lineOf(message), action: { label: i18n.t('attendance:options.newsOpen'), run } })
  }
  if (notices.isSilent()) return
  if (document.hidden && options.notify.get() && 'Notification' in window && Notification.permission === 'granted') {
    show(message)
  }
}

function show(message: PushedMessage): void {
  const notification = new Notification(message.ticket.name, {
    body: lineOf(message),
    tag: `ticket-${message.ticketId}`,
    ...(message.ticket.profilePicUrl ? { icon: message.ticket.profilePicUrl } : {}),
  })
  notification.onclick = () => {
    window.focus()
    window.location.hash = `#/atendimento/${message.ticketId}`
    notification.close()
  }
}
