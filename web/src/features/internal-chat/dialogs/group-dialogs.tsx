import { internalChatContract } from '@recado/core/modules/internal-chat/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { reportError } from '../../../lib/errors.ts'
import { call } from '../../../lib/http/client.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { ConfirmByName, ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import type { GroupAction } from '../conversation/chat-header.tsx'
import { GroupForm } from './group-form.tsx'
import { GroupPeople } from './group-people.tsx'

const { routes } = internalChatContract

interface GroupDialogsProps {
  groupId: number
  name: string
  action: GroupAction
  onClose(): void
  /** This person is no longer in it. */
  onGone(): void
}

/** What can be done with a group. */
export function GroupDialogs({ groupId, name, action, onClose, onGone }: GroupDialogsProps) {
  const t = useT('internalChat')
  if (action === 'manage') return <Manage groupId={groupId} onClose={onClose} />
  if (action === 'leave') {
    return (
      <ConfirmDialog
        title={t('group.leaveTitle', { name })}
        text={t('group.leaveText')}
        confirmLabel={t('group.leave')}
        tone="danger"
        onConfirm={async () => {
          await call(routes.leaveGroup, { params: { id: groupId } })
          onGone()
        }}
        onClose={onClose}
      />
    )
  }
  return (
    <ConfirmByName
      name={name}
      title={t('group.removeTitle', { name })}
      text={t('group.removeText')}
      confirmLabel={t('group.remove')}
      onConfirm={async () => {
        await call(routes.removeGroup, { params: { id: groupId } })
        onGone()
      }}
      onClose={onClose}
    />
  )
}

function Manage({ groupId, onClose }: { groupId: number; onClose(): void }) {
  const { data: group, error } = useQuery({
    queryKey: ['internal-chat', 'group', groupId],
    queryFn: ({ signal }) => call(routes.getGroup, { params: { id: groupId }, signal }),
    // what is edited is what is there now
    staleTime: 0,
    gcTime: 0,
  })
  useEffect(() => {
    if (!error) return
    reportError(error)
    onClose()
  }, [error, onClose])
  if (!group) return null
  return group.canManage ? (
    <GroupForm group={group} onSaved={() => undefined} onClose={onClose} />
  ) : (
    <GroupPeople group={group} onClose={onClose} />
  )
}
