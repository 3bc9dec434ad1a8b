import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import { MessageSquarePlus, MessagesSquare, UsersRound } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useT } from '../../../lib/i18n/i18n.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { ListSkeleton } from '../../../ui/skeletons.tsx'
import { ToolButton } from '../../../ui/tool-button.tsx'
import type { ChatKey } from '../place.ts'
import { conversations } from '../state/conversations.ts'
import { ChatRows } from './chat-rows.tsx'
import { Found } from './found.tsx'

/** Shorter texts only filter by name. */
const MIN_SEARCH = 2

interface ListPaneProps {
  openKey: ChatKey | null
  search: string
  onSearch(text: string): void
  onOpen(key: ChatKey, seq: number | null): void
  onNewPerson(): void
  onNewGroup(): void
}

/** Conversations of this person, what is found in them, and how to begin another one. */
export const ListPane = observer((props: ListPaneProps) => {
  const { openKey, search, onSearch, onOpen, onNewPerson, onNewGroup } = props
  const t = useT('internalChat')
  const wanted = search.trim()
  return (
    <Box component="section" aria-label={t('title')} sx={paneStyles}>
      <Box component="header" sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 3, pt: 3, pb: 2 }}>
        <Box component="h1" sx={{ flex: 1, m: 0, fontSize: 'lg', fontWeight: 650, letterSpacing: '-0.01em' }}>
          {t('title')}
        </Box>
        <ToolButton label={t('new.title')} onClick={onNewPerson}>
          <MessageSquarePlus size={18} />
        </ToolButton>
        <ToolButton label={t('group.new')} onClick={onNewGroup}>
          <UsersRound size={18} />
        </ToolButton>
      </Box>
      <Box id="chat-search" sx={{ px: 3, pb: 2 }}>
        <SearchField value={search} onChange={onSearch} label={t('search.label')} sx={{ maxWidth: 'none' }} />
      </Box>
      {wanted.length >= MIN_SEARCH ? (
        <Found search={wanted} openKey={openKey} onOpen={onOpen} />
      ) : (
        <Rows openKey={openKey} onNewPerson={onNewPerson} />
      )}
    </Box>
  )
})

const Rows = observer(({ openKey, onNewPerson }: Pick<ListPaneProps, 'openKey' | 'onNewPerson'>) => {
  const t = useT('internalChat')
  const { state, error, rows } = conversations
  if (state === 'failed') return <ErrorState error={error} onRetry={() => void conversations.load()} />
  if (state !== 'ready') return <ListSkeleton rows={7} />
  if (rows.size === 0) {
    return (
      <EmptyState
        icon={MessagesSquare}
        title={t('list.empty')}
        text={t('list.emptyText')}
        action={<Button onClick={onNewPerson}>{t('new.title')}</Button>}
      />
    )
  }
  return <ChatRows label={t('list.label')} openKey={openKey} />
})

const paneStyles = {
  height: '100%',
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  bgcolor: 'background.surface',
}
