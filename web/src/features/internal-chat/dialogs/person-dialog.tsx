import Box from '@mui/joy/Box'
import DialogTitle from '@mui/joy/DialogTitle'
import Modal from '@mui/joy/Modal'
import ModalClose from '@mui/joy/ModalClose'
import ModalDialog from '@mui/joy/ModalDialog'
import { Users } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { type KeyboardEvent, useState } from 'react'
import { found } from '../../../lib/format/fold.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { ListSkeleton } from '../../../ui/skeletons.tsx'
import { conversations } from '../state/conversations.ts'
import { usePeople } from './use-people.ts'

interface PersonDialogProps {
  onPick(userId: number): void
  onClose(): void
}

/** With whom to talk: everybody of the company, found by typing. */
export const PersonDialog = observer(({ onPick, onClose }: PersonDialogProps) => {
  const t = useT('internalChat')
  const ui = useT('ui')
  const [search, setSearch] = useState('')
  const { data, error, refetch } = usePeople()
  const people = (data ?? []).filter(({ name }) => found(name, search))
  return (
    <Modal open onClose={onClose}>
      <ModalDialog sx={{ width: 440, maxWidth: 'calc(100vw - 32px)', height: 560, maxHeight: 'calc(100dvh - 32px)' }}>
        <DialogTitle component="h2">{t('new.title')}</DialogTitle>
        <ModalClose aria-label={ui('close')} />
        <SearchField
          value={search}
          onChange={setSearch}
          label={t('new.search')}
          autoFocus
          sx={{ flex: 'none', maxWidth: 'none' }}
        />
        <Box onKeyDown={moveBetween} sx={{ flex: 1, minHeight: 0, overflowY: 'auto', mx: -2 }}>
          {error && !data ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : !data ? (
            <ListSkeleton rows={6} />
          ) : people.length === 0 ? (
            <EmptyState icon={Users} title={t(data.length === 0 ? 'new.nobody' : 'new.notFound')} />
          ) : (
            <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
              {people.map(({ id, name, profilePicUrl, isOnline }) => (
                <li key={id}>
                  <Box component="button" type="button" onClick={() => onPick(id)} sx={personStyles}>
                    <Avatar
                      name={name}
                      src={profilePicUrl}
                      size={32}
                      presence={conversations.isOnline(id, isOnline) ? 'online' : 'offline'}
                    />
                    <bdi>{name}</bdi>
                  </Box>
                </li>
              ))}
            </Box>
          )}
        </Box>
      </ModalDialog>
    </Modal>
  )
})

function moveBetween(event: KeyboardEvent<HTMLElement>) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || !(event.target instanceof HTMLElement)) return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
  const next = all[all.indexOf(event.target) + step]
  event.preventDefault()
  next?.focus()
}

const personStyles = {
  display: 'flex',
  alignItems: 'center',
  gap: 3,
  width: '100%',
  minHeight: 48,
  px: 3,
  border: 0,
  borderRadius: 6,
  font: 'inherit',
  fontSize: 'sm',
  textAlign: 'start',
  color: 'text.primary',
  bgcolor: 'transparent',
  cursor: 'pointer',
  '&:hover, &:focus-visible': { bgcolor: 'background.level1' },
}
