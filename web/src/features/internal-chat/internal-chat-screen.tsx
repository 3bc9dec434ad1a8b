import Box from '@mui/joy/Box'
import { MessagesSquare } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { APP_NAME } from '../../lib/app-name.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { useShortcuts } from '../../lib/shortcuts/registry.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { type Pane, ResizablePanes } from '../../ui/resizable-panes.tsx'
import { ChatPane } from './conversation/chat-pane.tsx'
import { GroupForm } from './dialogs/group-form.tsx'
import { PersonDialog } from './dialogs/person-dialog.tsx'
import { ListPane } from './list/list-pane.tsx'
import { addressOf, type ChatKey, keyOf, keyOfAddress } from './place.ts'
import { conversations } from './state/conversations.ts'
import { useWide } from './use-wide.ts'

/** `/chat-interno`: conversations with people of the company and groups of them. */
export const Screen = observer(() => {
  const t = useT('internalChat')
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const isWide = useWide()
  const openKey = keyOfAddress(params)
  const [search, setSearch] = useState('')
  const [wanted, setWanted] = useState<{ key: ChatKey; seq: number } | null>(null)
  const [dialog, setDialog] = useState<'person' | 'group' | null>(null)
  const name = openKey ? conversations.rows.get(openKey)?.name : undefined
  useEffect(() => {
    document.title = `${name ?? t('title')} · ${APP_NAME}`
  }, [name, t])

  useEffect(() => {
    conversations.setOpen(openKey)
    return () => conversations.setOpen(null)
  }, [openKey])

  const open = (key: ChatKey, seq: number | null = null) => {
    setWanted(seq === null ? null : { key, seq })
    setDialog(null)
    void navigate(addressOf(key))
  }
  const leave = () => void navigate('/chat-interno')
  const focusSearch = () => document.querySelector<HTMLInputElement>('#chat-search input')?.focus()
  const step = (by: 1 | -1) => {
    const keys = conversations.sorted.map(keyOf)
    const next = keys[openKey ? keys.indexOf(openKey) + by : 0]
    if (next) open(next)
  }
  useShortcuts(t('title'), [
    { keys: '/', label: t('search.label'), run: focusSearch },
    { keys: 'n', label: t('new.title'), run: () => setDialog('person') },
    { keys: 'j', label: t('keys.next'), run: () => step(1) },
    { keys: 'k', label: t('keys.previous'), run: () => step(-1) },
  ])

  const panes: (Pane | false)[] = [
    (isWide || openKey === null) && {
      id: 'list',
      label: t('list.label'),
      ...(isWide ? { size: { start: 340, minimum: 280, maximum: 460 } } : {}),
      content: (
        <ListPane
          openKey={openKey}
          search={search}
          onSearch={setSearch}
          onOpen={open}
          onNewPerson={() => setDialog('person')}
          onNewGroup={() => setDialog('group')}
        />
      ),
    },
    (isWide || openKey !== null) && {
      id: 'conversation',
      label: t('conversation'),
      content: openKey ? (
        <ChatPane
          key={openKey}
          chatKey={openKey}
          wanted={wanted?.key === openKey ? wanted.seq : null}
          onFound={() => setWanted(null)}
          onBack={isWide ? undefined : leave}
          onGone={leave}
        />
      ) : (
        <Box sx={{ height: '100%', display: 'grid', placeItems: 'center' }}>
          <EmptyState icon={MessagesSquare} title={t('none.title')} text={t('none.text')} />
        </Box>
      ),
    },
  ]
  return (
    <Box sx={{ height: '100%' }}>
      <ResizablePanes name="internal-chat" panes={panes.filter((pane) => pane !== false)} />
      {dialog === 'person' && <PersonDialog onPick={(userId) => open(`u${userId}`)} onClose={() => setDialog(null)} />}
      {dialog === 'group' && (
        <GroupForm group={null} onSaved={(group) => open(`g${group.id}`)} onClose={() => setDialog(null)} />
      )}
    </Box>
  )
})
