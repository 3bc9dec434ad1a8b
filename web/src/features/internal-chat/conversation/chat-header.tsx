import Box from '@mui/joy/Box'
import IconButton from '@mui/joy/IconButton'
import type { ChatConversation } from '@recado/core/modules/internal-chat/contract'
import { ArrowLeft, LogOut, Settings2, Trash2, Users } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { formatRelative } from '../../../lib/format/dates.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { ActionMenu } from '../../../ui/action-menu.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import type { ChatKey } from '../place.ts'
import { conversations } from '../state/conversations.ts'
import { typists } from '../state/typists.ts'

export type GroupAction = 'manage' | 'leave' | 'remove'

/** What is known of a conversation, from the list or from its own page. */
export type ChatHead = Pick<
  ChatConversation,
  'groupId' | 'userId' | 'name' | 'profilePicUrl' | 'isOnline' | 'lastOnline' | 'isActive' | 'memberCount' | 'canManage'
>

interface ChatHeaderProps {
  chatKey: ChatKey
  head: ChatHead
  onBack?: (() => void) | undefined
  onAction(action: GroupAction): void
}

/** With whom one talks, whether they are there, and what can be done with a group. */
export const ChatHeader = observer(({ chatKey, head, onBack, onAction }: ChatHeaderProps) => {
  const t = useT('internalChat')
  const isGroup = head.groupId !== null
  const isOnline = conversations.isOnline(head.userId, head.isOnline)
  const typing = typists.in(chatKey)
  const state = () => {
    if (typing.length > 0)
      return isGroup
        ? t('typing.by', { names: typing.map(({ name }) => name).join(', '), count: typing.length })
        : t('typing.one')
    if (isGroup) return t('people', { count: head.memberCount })
    if (!head.isActive) return t('header.gone')
    if (isOnline) return t('header.online')
    return head.lastOnline ? t('header.lastOnline', { when: formatRelative(head.lastOnline) }) : t('header.offline')
  }
  return (
    <Box component="header" sx={styles}>
      {onBack && (
        <IconButton aria-label={t('header.back')} onClick={onBack}>
          <ArrowLeft size={18} />
        </IconButton>
      )}
      <Avatar
        name={head.name}
        src={head.profilePicUrl}
        size={36}
        presence={isGroup || !head.isActive ? undefined : isOnline ? 'online' : 'offline'}
      />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box component="h2" sx={nameStyles}>
          <bdi>{head.name}</bdi>
        </Box>
        <Box
          aria-live="polite"
          sx={{ ...stateStyles, color: typing.length > 0 ? 'primary.plainColor' : 'text.secondary' }}
        >
          {state()}
        </Box>
      </Box>
      {isGroup && (
        <ActionMenu
          label={t('header.actions')}
          actions={[
            {
              id: 'manage',
              label: head.canManage ? t('group.manage') : t('group.people'),
              icon: head.canManage ? Settings2 : Users,
              run: () => onAction('manage'),
            },
            { id: 'leave', label: t('group.leave'), icon: LogOut, run: () => onAction('leave') },
            head.canManage && {
              id: 'remove',
              label: t('group.remove'),
              icon: Trash2,
              tone: 'danger',
              apart: true,
              run: () => onAction('remove'),
            },
          ]}
        />
      )}
    </Box>
  )
})

const styles = {
  display: 'flex',
  alignItems: 'center',
  gap: 2,
  flexShrink: 0,
  minHeight: 56,
  px: { xs: 2, sm: 4 },
  borderBottom: '1px solid',
  borderColor: 'divider',
  bgcolor: 'background.surface',
}
const cut = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }
const nameStyles = { ...cut, m: 0, fontSize: 'md', fontWeight: 650 }
const stateStyles = { ...cut, fontSize: 'xs' }
