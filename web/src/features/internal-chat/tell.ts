import type { ChatMessage } from '@recado/core/modules/internal-chat/contract'
import { notices } from '../../entities/notices.ts'
import { i18n } from '../../lib/i18n/i18n.ts'
import { toast } from '../../lib/toasts.ts'
import { lineOf } from './chat-line.ts'
import { addressOf, type ChatKey } from './place.ts'
import { conversations } from './state/conversations.ts'

/** Tells of a message of somebody else that is not being read right now, the way this person wants to be told. */
export function tellOf(key: ChatKey, message: ChatMessage, me: number): void {
  if (message.kind !== 'text' || message.fromUserId === me) return
  if (conversations.openKey === key && document.hasFocus() && !document.hidden) return
  // whoever is named is told by the bell
  if (message.mentions.some(({ userId }) => userId === me)) return
  notices.sound('message')
  if (!notices.shows('message') || document.hidden) return
  const row = conversations.rows.get(key)
  const name = message.groupId === null ? message.fromName : `${message.fromName} · ${row?.name ?? ''}`
  const run = () => {
    window.location.hash = `#${addressOf(key)}`
  }
  const detail = lineOf({ ...message, mimeType: message.media?.mimeType ?? null })
  toast.info(name, { detail, action: { label: i18n.t('internalChat:open'), run } })
}
