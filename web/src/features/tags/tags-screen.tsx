import Button from '@mui/joy/Button'
import { type Tag, tagsContract } from '@recado/core/modules/tags/contract'
import { Pencil, Plus, Tags, Trash2 } from 'lucide-react'
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
import { Tag as TagChip } from '../../ui/tag.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { TagDialog } from './tag-dialog.tsx'

const { list, create, update, remove } = tagsContract.routes

/** `/etiquetas`: labels for contacts. */
export function Screen() {
  const t = useT('tags')
  const common = useT('common')
  const [text, setText] = useUrlText('busca')
  const [open, setOpen] = useUrlOpen('id')
  const [deleting, setDeleting] = useState<Tag | null>(null)
  const crud = useCrud({
    queryKey: ['tags'],
    list: (signal) => call(list, { signal }),
    create: (body: { tag: string; color: string; isActive: boolean }) => call(create, { body }),
    update: (id, body) => call(update, { params: { id }, body }),
    remove: (id) => call(remove, { params: { id } }),
    events: ['tag'],
  })
  useShortcuts(common('screens.tags'), [{ keys: 'n', label: t('new'), run: () => setOpen('new') }])
  const rows = crud.query.data?.filter((tag) => found(tag.name, text))
  const editing = open === 'new' ? null : crud.query.data?.find((tag) => tag.id === Number(open))
  const columns: Column<Tag>[] = [
    {
      id: 'name',
      header: common('name'),
      cell: (tag) => <TagChip colour={tag.color}>{tag.name}</TagChip>,
      sortBy: (tag) => tag.name,
      priority: 1,
      fixed: true,
    },
    {
      id: 'active',
      header: common('status'),
      cell: (tag) => <ActiveChip active={tag.isActive} />,
      sortBy: (tag) => Number(tag.isActive),
      width: '120px',
      priority: 1,
    },
    {
      id: 'updated',
      header: common('updated'),
      cell: (tag) => <TimeAgo at={tag.updatedAt} />,
      sortBy: (tag) => Date.parse(tag.updatedAt),
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
      title={common('screens.tags')}
      text={t('text')}
      actions={add}
      toolbar={<SearchField label={t('search')} value={text} onChange={setText} />}
    >
      <DataTable
        name="tags"
        label={common('screens.tags')}
        columns={columns}
        rows={rows}
        rowKey={(tag) => tag.id}
        onOpen={(tag) => setOpen(String(tag.id))}
        error={crud.query.error}
        onRetry={() => void crud.query.refetch()}
        empty={
          text ? (
            <NothingFound text={text} onClear={() => setText('')} />
          ) : (
            <EmptyState icon={Tags} title={t('empty')} text={t('emptyText')} action={add} />
          )
        }
        rowMenu={(tag) => (
          <ActionMenu
            label={common('actionsOf', { name: tag.name })}
            actions={[
              { id: 'edit', label: common('edit'), icon: Pencil, run: () => setOpen(String(tag.id)) },
              {
                id: 'delete',
                label: common('delete'),
                icon: Trash2,
                tone: 'danger',
                apart: true,
                run: () => setDeleting(tag),
              },
            ]}
          />
        )}
      />
      {(open === 'new' || editing) && (
        <TagDialog
          key={open}
          tag={editing ?? null}
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
