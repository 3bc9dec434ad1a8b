import Box from '@mui/joy/Box'
import Chip from '@mui/joy/Chip'
import DialogTitle from '@mui/joy/DialogTitle'
import Modal from '@mui/joy/Modal'
import ModalClose from '@mui/joy/ModalClose'
import ModalDialog from '@mui/joy/ModalDialog'
import type { ChatGroup } from '@recado/core/modules/internal-chat/contract'
import { useT } from '../../../lib/i18n/i18n.ts'
import { Avatar } from '../../../ui/avatar.tsx'

/** Who is in a group, for those who do not manage it. */
export function GroupPeople({ group, onClose }: { group: ChatGroup; onClose(): void }) {
  const t = useT('internalChat')
  const ui = useT('ui')
  return (
    <Modal open onClose={onClose}>
      <ModalDialog sx={{ width: 400, maxWidth: 'calc(100vw - 32px)', maxHeight: 'calc(100dvh - 32px)' }}>
        <DialogTitle component="h2">{group.name}</DialogTitle>
        <ModalClose aria-label={ui('close')} />
        <Box component="ul" aria-label={t('group.people')} tabIndex={0} sx={listStyles}>
          {group.users.map(({ userId, name, profilePicUrl, isAdmin, isOnline, isActive }) => (
            <Box component="li" key={userId} sx={{ display: 'flex', alignItems: 'center', gap: 3, minHeight: 44 }}>
              <Avatar
                name={name}
                src={profilePicUrl}
                size={30}
                presence={isActive ? (isOnline ? 'online' : 'offline') : undefined}
              />
              <Box sx={{ flex: 1, minWidth: 0, fontSize: 'sm' }}>
                <bdi>{name}</bdi>
              </Box>
              {isAdmin && (
                <Chip size="sm" variant="soft">
                  {t('group.admin')}
                </Chip>
              )}
            </Box>
          ))}
        </Box>
      </ModalDialog>
    </Modal>
  )
}

const listStyles = { listStyle: 'none', m: 0, p: 0, overflowY: 'auto' }
