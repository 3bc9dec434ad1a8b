import type { ChatConversation } from '@recado/core/modules/internal-chat/contract'
import { AtSign, Pencil } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { Link } from 'react-router-dom'
import { formatBadge } from '../../../lib/format/numbers.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { session } from '../../../lib/session/session.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { TimeAgo } from '../../../ui/time-ago.tsx'
import { lastLine } from '../chat-line.ts'
import { addressOf, type ChatKey, keyOf } from '../place.ts'
import { conversations } from '../state/conversations.ts'
import { drafts } from '../state/drafts.ts'
import { typists } from '../state/typists.ts'

/** Who, when and what was said last, how much of it is unread. */
export const ChatRow = observer(({ chatKey, isOpen }: { chatKey: ChatKey; isOpen: boolean }) => {
  const t = useT('internalChat')
  const row = conversations.rows.get(chatKey)
  if (!row) return null
  const { name, unreadCount, isMentioned } = row
  const isOnline = conversations.isOnline(row.userId, row.isOnline)
  return (
    <Link
      to={addressOf(keyOf(row))}
      data-chat={chatKey}
      aria-current={isOpen ? 'true' : undefined}
      className={unreadCount > 0 ? 'row-link row-unread' : 'row-link'}
    >
      <Avatar
        name={name}
        src={row.profilePicUrl}
        size={38}
        presence={row.groupId !== null || !row.isActive ? undefined : isOnline ? 'online' : 'offline'}
      />
      <div className="row-text">
        <div className="row-part">
          <span className="row-name">
            <bdi>{name}</bdi>
          </span>
          <TimeAgo at={row.lastMessageAt} short />
        </div>
        <div className="row-part">
          <Line chatKey={chatKey} row={row} isOpen={isOpen} />
          {isMentioned && (
            <span className="row-mention" role="img" aria-label={t('list.mentioned')}>
              <AtSign size={14} aria-hidden />
            </span>
          )}
          {unreadCount > 0 && (
            <span className="tabular row-badge">
              {formatBadge(unreadCount)}
              <span className="visually-hidden"> {t('list.unread', { count: unreadCount })}</span>
            </span>
          )}
        </div>
      </div>
    </Link>
  )
})

/** What was said last; a draft or somebody typing comes before it. */
const Line = observer(({ chatKey, row, isOpen }: { chatKey: ChatKey; row: ChatConversation; isOpen: boolean }) => {
  const t = useT('internalChat')
  const [typing] = typists.in(chatKey)
  const draft = isOpen ? '' : drafts.of(chatKey).text
  if (typing)
    return (
      <span className="row-line row-typing">
        {row.groupId === null ? t('typing.one') : t('typing.by', { names: typing.name, count: 1 })}
      </span>
    )
  if (draft !== '')
    return (
      <span className="row-line">
        <span className="row-draft">
          <Pencil size={12} aria-hidden /> {t('list.draft')}
        </span>{' '}
        <bdi>{draft}</bdi>
      </span>
    )
  return (
    <span className="row-line">
      <bdi>{lastLine(row, session.user?.userId ?? 0)}</bdi>
    </span>
  )
})
