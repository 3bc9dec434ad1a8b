import Box from '@mui/joy/Box'
import type { QuickMessage } from '@recado/core/modules/quick-messages/contract'
import { mayChangeText } from '@recado/core/modules/quick-messages/policy'
import { Folder, Paperclip, Zap } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useT } from '../../lib/i18n/i18n.ts'
import { session } from '../../lib/session/session.ts'
import { useUrlText } from '../../lib/use-url-state.ts'
import { CatalogueScreen } from '../../ui/catalogue-screen.tsx'
import { ChoiceFilter } from '../../ui/choice-filter.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { QuickMessageDialog } from './quick-message-dialog.tsx'
import { foldersOf, type QuickRow, useQuickMessages } from './use-quick-messages.ts'

/** `/mensagens-rapidas`: texts that agents put into the composer by typing `/` and their key. */
export const Screen = observer(() => {
  const t = useT('quickMessages')
  const common = useT('common')
  const [folder, setFolder] = useUrlText('pasta')
  const crud = useQuickMessages()
  const { user } = session
  const folders = foldersOf(crud.query.data ?? [])
  return (
    <CatalogueScreen
      name="quick-messages"
      icon={Zap}
      crud={crud}
      columns={useColumns()}
      textOf={(row) => `${row.key} ${row.message} ${row.folder}`}
      isShown={(row) => folder === '' || row.folder === folder}
      mayChange={(row) => user !== null && mayChangeText({ userId: user.userId, profile: user.profile }, row)}
      filters={
        folders.length > 0 && (
          <ChoiceFilter
            label={t('folder')}
            all={t('allFolders')}
            value={folder}
            onChange={setFolder}
            choices={folders.map((name) => ({ value: name, label: name }))}
          />
        )
      }
      texts={{
        title: common('screens.quickMessages'),
        text: t('text'),
        search: t('search'),
        add: t('new'),
        empty: t('empty'),
        emptyText: t('emptyText'),
        deleteTitle: (name) => t('deleteTitle', { name }),
        deleteText: t('deleteText'),
      }}
      dialog={({ row, onSave, onClose }) => (
        <QuickMessageDialog key={row?.id} quick={row} folders={folders} onSave={onSave} onClose={onClose} />
      )}
    />
  )
})

function useColumns(): Column<QuickRow>[] {
  const t = useT('quickMessages')
  return [
    {
      id: 'key',
      header: t('key'),
      cell: (row) => (
        <>
          <strong style={{ overflowWrap: 'anywhere' }}>/{row.key}</strong>
          {/* on a phone the message has no column of its own */}
          <Box sx={{ display: { sm: 'none' } }}>
            <Excerpt quick={row} />
          </Box>
        </>
      ),
      sortBy: (row) => row.key,
      width: '180px',
      priority: 1,
      fixed: true,
    },
    { id: 'message', header: t('message'), cell: (row) => <Excerpt quick={row} /> },
    {
      id: 'folder',
      header: t('folder'),
      cell: (row) =>
        row.folder && (
          <Box sx={{ display: 'inline-flex', alignItems: 'center', gap: 1.5 }}>
            <Folder size={14} style={{ flexShrink: 0 }} aria-hidden />
            {row.folder}
          </Box>
        ),
      sortBy: (row) => row.folder,
      width: '160px',
    },
    {
      id: 'owner',
      header: t('owner'),
      cell: (row) => (row.showAll ? t('forAll', { name: row.user?.name ?? '–' }) : t('onlyMine')),
      sortBy: (row) => (row.showAll ? (row.user?.name ?? '') : ''),
      width: '220px',
    },
  ]
}

function Excerpt({ quick }: { quick: QuickMessage }) {
  const t = useT('quickMessages')
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minWidth: 0 }}>
      {quick.message !== '' && (
        <Box dir="auto" sx={excerptStyles}>
          {quick.message}
        </Box>
      )}
      {quick.medias.length > 0 && (
        <Box
          sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, color: 'text.secondary', flexShrink: 0 }}
          title={quick.medias.map((file) => file.fileName).join(', ')}
        >
          <Paperclip size={14} aria-hidden />
          {t('files', { count: quick.medias.length })}
        </Box>
      )}
    </Box>
  )
}

/** Two lines at most, which share the width with the other columns. */
const excerptStyles = {
  display: '-webkit-box',
  WebkitLineClamp: 2,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
  overflowWrap: 'anywhere',
  minWidth: 120,
}
