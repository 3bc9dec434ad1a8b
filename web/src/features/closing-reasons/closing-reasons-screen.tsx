import Button from '@mui/joy/Button'
import { type ClosingReason, closingReasonsContract } from '@recado/core/modules/closing-reasons/contract'
import { CircleCheckBig, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { found } from '../../lib/format/fold.ts'
import { call } from '../../lib/http/client.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { useShortcuts } from '../../lib/shortcuts/registry.ts'
import { useCrud } from '../../lib/use-crud.ts'
import { useUrlOpen, useUrlText } from '../../lib/use-url-state.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { ActiveChip } from '../../ui/active-chip.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NothingFound } from '../../ui/nothing-found.tsx'
import { Page } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

const { list, create, update, remove } = closingReasonsContract.routes

/** `/motivoencerramento`: why attendances end. */
export function Screen() {
  const t = useT('closingReasons')
  const common = useT('common')
  const [text, setText] = useUrlText('busca')
  const [open, setOpen] = useUrlOpen('id')
  const [deleting, setDeleting] = useState<ClosingReason | null>(null)
  const crud = useCrud({
    queryKey: ['closingReasons'],
    list: (signal) => call(list, { signal }),
    create: (body: { name: string; color: string; isActive: boolean }) => call(create, { body }),
    update: (id, body) => call(update, { params: { id }, body }),
    remove: (id) => call(remove, { params: { id } }),
    events: ['closingReason'],
  })
  useShortcuts(common('screens.closingReasons'), [{ keys: 'n', label: t('new'), run: () => setOpen('new') }])
  const rows = crud.query.data?.filter((reason) => found(reason.name, text))
  const editing = open === 'new' ? null : crud.query.data?.find((reason) => reason.id === Number(open))
  const columns: Column<ClosingReason>[] = [
    {
      id: 'name',
      header: common('name'),
      cell: (reason) => <Tag colour={reason.color}>{reason.name}</Tag>,
      sortBy: (reason) => reason.name,
      priority: 1,
      fixed: true,
    },
    {
      id: 'active',
      header: common('status'),
      cell: (reason) => <ActiveChip active={reason.isActive} />,
      sortBy: (reason) => Number(reason.isActive),
      width: '120px',
      priority: 1,
    },
    {
      id: 'updated',
      header: common('updated'),
      cell: (reason) => <TimeAgo at={reason.updatedAt} />,
      sortBy: (reason) => Date.parse(reason.updatedAt),
      width: '200px',
    },
  ]
  const add = (
    <Button startDecorator={<Plus size={16} />} onClick={() => setOpen('new')}>
      {t('new')}
    </Button>
  )
  return (
    <Page
      fill
      title={common('screens.closingReasons')}
      text={t('text')}
      actions={add}
      toolbar={<SearchField label={t('search')} value={text} onChange={setText} />}
    >
      <DataTable
        name="closing-reasons"
        label={common('screens.closingReasons')}
        columns={columns}
        rows={rows}
        rowKey={(reason) => reason.id}
        onOpen={(reason) => setOpen(String(reason.id))}
        error={crud.query.error}
        onRetry={() => void crud.query.refetch()}
        empty={
          text ? (
            <NothingFound text={text} onClear={() => setText('')} />
          ) : (
            <EmptyState icon={CircleCheckBig} title={t('empty')} text={t('emptyText')} action={add} />
          )
        }
        rowMenu={(reason) => (
          <ActionMenu
            label={common('actionsOf', { name: reason.name })}
            actions={[
              { id: 'edit', label: common('edit'), icon: Pencil, run: () => setOpen(String(reason.id)) },
              {
                id: 'delete',
                label: common('delete'),
                icon: Trash2,
                tone: 'danger',
                apart: true,
                run: () => setDeleting(reason),
              },
            ]}
          />
        )}
      />
      {(open === 'new' || editing) && (
        <ReasonDialog
          key={open}
          reason={editing ?? null}
          onSave={(values) => crud.save({ id: editing?.id ?? null, values })}
          onClose={() => setOpen(null)}
        />
      )}
      {deleting && (
        <ConfirmDialog
          title={t('deleteTitle', { name: deleting.name })}
          text={t('deleteText')}
          confirmLabel={common('delete')}
          tone="danger"
          onConfirm={() => crud.remove(deleting.id)}
          onClose={() => setDeleting(null)}
        />
      )}
    </Page>
  )
}
