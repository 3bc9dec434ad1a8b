import type { User } from '@recado/core/modules/users/contract'
import { CalendarClock, Pencil, ShieldOff, Trash2 } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useT } from '../../lib/i18n/i18n.ts'
import { session } from '../../lib/session/session.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'

interface UserMenuProps {
  user: User
  onEdit(): void
  onAsk(about: 'delete' | 'reset' | 'schedule'): void
}

/** What can be done with somebody; not to oneself what would lock one out. */
export const UserMenu = observer(({ user, onEdit, onAsk }: UserMenuProps) => {
  const t = useT('users')
  const common = useT('common')
  const isSelf = user.id === session.user?.userId
  return (
    <ActionMenu
      label={common('actionsOf', { name: user.name })}
      actions={[
        { id: 'edit', label: common('edit'), icon: Pencil, run: onEdit },
        { id: 'schedule', label: t('schedule.title'), icon: CalendarClock, run: () => onAsk('schedule') },
        user.twoFactor === true &&
          !isSelf && { id: 'reset', label: t('reset.action'), icon: ShieldOff, run: () => onAsk('reset') },
        !isSelf && {
          id: 'delete',
          label: common('delete'),
          icon: Trash2,
          tone: 'danger',
          apart: true,
          run: () => onAsk('delete'),
        },
      ]}
    />
  )
})
