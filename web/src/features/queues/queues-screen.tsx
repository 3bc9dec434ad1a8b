import Button from '@mui/joy/Button'
import type { Queue } from '@recado/core/modules/queues/contract'
import { Inbox, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { found } from '../../lib/format/fold.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { useShortcuts } from '../../lib/shortcuts/registry.ts'
import { useUrlOpen, useUrlText } from '../../lib/use-url-state.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NothingFound } from '../../ui/nothing-found.tsx'
import { Page } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useQueueColumns } from './queue-columns.tsx'
import { QueueDialog } from './queue-dialog.tsx'
import { useQueues } from './use-queues.ts'

/** `/filas`: where attendances wait. */
export function Screen() {
  const t = useT('queues')
  const common = useT('common')
  const [text, setText] = useUrlText('busca')
  const [open, setOpen] = useUrlOpen('id')
  const [deleting, setDeleting] = useState<Queue | null>(null)
  const { query, save, remove } = useQueues()
  const columns = useQueueColumns(query.data ?? [])
  useShortcuts(common('screens.queues'), [{ keys: 'n', label: t('new'), run: () => setOpen('new') }])
  const rows = query.data?.filter((queue) => found(`${queue.name} ${queue.transferKeywords.join(' ')}`, text))
  const editing = open === 'new' ? null : query.data?.find((queue) => queue.id === Number(open))
  const add = (
    <Button startDecorator={<Plus size={16} />} onClick={() => setOpen('new')}>
      {t('new')}
    </Button>
  )
  return (
    <Page
      fill
      title={common('screens.queues')}
      text={t('text')}
      actions={add}
      toolbar={<SearchField label={t('search')} value={text} onChange={setText} />}
    >
      <DataTable
        name="queues"
        label={common('screens.queues')}
        columns={columns}
        rows={rows}
        rowKey={(queue) => queue.id}
        onOpen={(queue) => setOpen(String(queue.id))}
        error={query.error}
        onRetry={() => void query.refetch()}
        empty={
          text ? (
            <NothingFound text={text} onClear={() => setText('')} />
          ) : (
            <EmptyState icon={Inbox} title={t('empty')} text={t('emptyText')} action={add} />
          )
        }
        rowMenu={(queue) => (
          <ActionMenu
            label={common('actionsOf', { name: queue.name })}
            actions={[
              { id: 'edit', label: common('edit'), icon: Pencil, run: () => setOpen(String(queue.id)) },
              {
                id: 'delete',
                label: common('delete'),
                icon: Trash2,
                tone: 'danger',
                apart: true,
                run: () => setDeleting(queue),
              },
            ]}
          />
        )}
      />
      {(open === 'new' || editing) && (
        <QueueDialog
          key={open}
          queue={editing ?? null}
          others={query.data?.filter((queue) => queue.id !== editing?.id) ?? []}
          onSave={(values) => save({ id: editing?.id ?? null, values })}
          onClose={() => setOpen(null)}
        />
      )}
      {deleting && (
        <ConfirmDialog
          title={t('deleteTitle', { name: deleting.name })}
          text={t('deleteText')}
          confirmLabel={common('delete')}
          tone="danger"
          onConfirm={() => remove(deleting.id)}
          onClose={() => setDeleting(null)}
        />
      )}
    </Page>
  )
}
