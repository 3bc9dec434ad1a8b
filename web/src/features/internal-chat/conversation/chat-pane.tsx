import Box from '@mui/joy/Box'
import type { ChatMessage } from '@recado/core/modules/internal-chat/contract'
import { UserX } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { backToMessage } from '../../../chat-ui/message-controls.ts'
import { MessageSkeletons } from '../../../chat-ui/message-skeletons.tsx'
import { useT } from '../../../lib/i18n/i18n.ts'
import { session } from '../../../lib/session/session.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { WritingPlace } from '../../../ui/writing-place.tsx'
import { ChatComposer } from '../composer/chat-composer.tsx'
import { takeFiles } from '../composer/take-files.ts'
import { GroupDialogs } from '../dialogs/group-dialogs.tsx'
import type { ChatKey } from '../place.ts'
import { conversations } from '../state/conversations.ts'
import { drafts } from '../state/drafts.ts'
import { histories } from '../state/histories.ts'
import type { ChatHistory } from '../state/history.ts'
import { removeMessage } from '../state/message-actions.ts'
import { Back, ChatBody, Filling } from './chat-body.tsx'
import { type ChatSetting, ChatSettingProvider } from './chat-context.ts'
import { type ChatHead, ChatHeader, type GroupAction } from './chat-header.tsx'
import { DropFiles } from './drop-files.tsx'

interface ChatPaneProps {
  chatKey: ChatKey
  /** A message that was found: go there. */
  wanted: number | null
  onFound(): void
  onBack?: (() => void) | undefined
  onGone(): void
}

/** One conversation: its head, what was said, and where one writes. */
export const ChatPane = observer(({ chatKey, wanted, onFound, onBack, onGone }: ChatPaneProps) => {
  const t = useT('internalChat')
  const me = session.user?.userId ?? 0
  const [history] = useState(() => histories.of(chatKey))
  const [editing, setEditing] = useState<ChatMessage | null>(null)
  const [removing, setRemoving] = useState<ChatMessage | null>(null)
  const [action, setAction] = useState<GroupAction | null>(null)
  const [jump, setJump] = useState<number | null>(null)
  const row = conversations.rows.get(chatKey)
  const head = row ?? headOf(chatKey, history)
  const [readSeq] = useState(() => (row && row.unreadCount > 0 ? row.readSeq : null))
  const target = wanted ?? jump

  const begin = useEffectEvent(() => {
    if (target === null || history.state !== 'ready') void history.load(target ?? undefined)
  })
  useEffect(() => begin(), [])
  useEffect(() => {
    if (target === null || history.state !== 'ready') return
    const isHere = target >= history.firstSeq && target <= history.lastSeq
    if (!isHere) void history.load(target)
  }, [target, history, history.state])

  const canWrite = head?.isActive === true
  const { members } = history
  const setting = useMemo<ChatSetting>(
    () => ({
      key: chatKey,
      me,
      members,
      canWrite,
      onReply: (replyTo) => {
        setEditing(null)
        drafts.patch(chatKey, { replyTo })
      },
      onEdit: setEditing,
      onRemove: setRemoving,
      onJump: setJump,
    }),
    [chatKey, me, members, canWrite],
  )
  if (history.state === 'gone') {
    return (
      <Filling>
        <EmptyState icon={UserX} title={t('history.gone')} text={t('history.goneText')} action={<Back to={onGone} />} />
      </Filling>
    )
  }
  if (!head && history.state === 'failed') {
    return (
      <Filling>
        <ErrorState error={history.error} onRetry={() => void history.load()} />
        <Back to={onGone} />
      </Filling>
    )
  }
  if (!head) return <MessageSkeletons />
  return (
    <ChatSettingProvider value={setting}>
      <Box component="section" aria-label={t('conversationWith', { name: head.name })} sx={paneStyles}>
        <ChatHeader chatKey={chatKey} head={head} onBack={onBack} onAction={setAction} />
        <DropFiles onFiles={canWrite ? (files) => takeFiles(chatKey, files) : null}>
          <ChatBody
            history={history}
            name={head.name}
            readSeq={readSeq}
            wanted={target}
            onFound={() => {
              setJump(null)
              if (wanted !== null) onFound()
            }}
          />
          <WritingPlace>
            {canWrite ? (
              <ChatComposer chatKey={chatKey} me={me} members={members} editing={editing} onEditing={setEditing} />
            ) : (
              <Box role="status" sx={closedStyles}>
                {t('history.personGone')}
              </Box>
            )}
          </WritingPlace>
        </DropFiles>
      </Box>
      {removing && (
        <ConfirmDialog
          title={t('message.removeTitle')}
          text={t('message.removeText')}
          confirmLabel={t('message.remove')}
          tone="danger"
          onConfirm={() => removeMessage(chatKey, removing)}
          onClose={() => {
            setRemoving(null)
            backToMessage(removing.id)
          }}
        />
      )}
      {action && head.groupId !== null && (
        <GroupDialogs
          groupId={head.groupId}
          name={head.name}
          action={action}
          onClose={() => setAction(null)}
          onGone={onGone}
        />
      )}
    </ChatSettingProvider>
  )
})

/** Of somebody with whom nothing was said yet. */
function headOf(key: ChatKey, { members }: ChatHistory): ChatHead | null {
  const userId = Number(key.slice(1))
  const person = key.startsWith('u') ? members.find((member) => member.userId === userId) : undefined
  if (!person) return null
  const { name, profilePicUrl, isOnline, isActive } = person
  const rest = { groupId: null, lastOnline: null, memberCount: 2, canManage: false }
  return { ...rest, userId, name, profilePicUrl, isOnline, isActive }
}

const paneStyles = { height: '100%', display: 'flex', flexDirection: 'column', minWidth: 0, bgcolor: 'background.body' }
const closedStyles = {
  m: 3,
  p: 3,
  borderRadius: 8,
  fontSize: 'sm',
  textAlign: 'center',
  color: 'text.secondary',
  bgcolor: 'background.level1',
}
