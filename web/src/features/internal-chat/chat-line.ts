import type { ChatConversation, ChatEvent } from '@recado/core/modules/internal-chat/contract'
import { i18n } from '../../lib/i18n/i18n.ts'

const listed = (names: readonly string[]): string =>
  new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(
    names.length > 4 ? [...names.slice(0, 3), i18n.t('internalChat:event.others', { count: names.length - 3 })] : names,
  )

/** "Ana added Bia and Caio." */
export const eventText = (event: ChatEvent, by: string): string =>
  i18n.t(`internalChat:event.${event.type}`, { by, names: listed(event.names), name: event.name ?? '' })

/** What a file is called in one line. */
export function fileWord(mimeType: string): string {
  const [kind] = mimeType.split('/')
  const known = kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'document'
  return i18n.t(`internalChat:kinds.${known}`)
}

interface Said {
  body: string
  mimeType: string | null
  isDeleted: boolean
}

/** A message in one line. */
export function lineOf({ body, mimeType, isDeleted }: Said): string {
  if (isDeleted) return i18n.t('internalChat:message.deleted')
  return body !== '' || mimeType === null ? body : fileWord(mimeType)
}

/** What was said last in a conversation, and by whom where that is not plain. */
export function lastLine({ lastMessage, groupId }: ChatConversation, me: number): string {
  if (!lastMessage) return i18n.t('internalChat:list.nothing')
  const { event, fromUserId, fromName } = lastMessage
  const by = fromUserId === me ? i18n.t('internalChat:you') : fromName
  if (event) return eventText(event, by)
  const line = lineOf(lastMessage)
  return fromUserId === me || groupId !== null ? `${by}: ${line}` : line
}
