import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import Typography from '@mui/joy/Typography'
import { type ContactRow, contactsContract } from '@recado/core/modules/contacts/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Contact, Pencil, Trash2, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useEverybody } from '../../entities/everybody.ts'
import { formatNumber } from '../../lib/format/numbers.ts'
import { call } from '../../lib/http/client.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { can } from '../../lib/permissions.ts'
import { useShortcuts } from '../../lib/shortcuts/registry.ts'
import { toast } from '../../lib/toasts.ts'
import { useUrlOpen } from '../../lib/use-url-state.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NothingFound } from '../../ui/nothing-found.tsx'
import { Page } from '../../ui/page.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { BulkDelete, type Removal, RemovalDialog } from './bulk-delete.tsx'
import { ContactActions } from './contact-actions.tsx'
import { useContactColumns } from './contact-columns.tsx'
import { ContactDialog } from './contact-dialog.tsx'
import { ContactFilterBar, useContactFilters } from './contact-filters.tsx'
import { SyncDialog } from './import/sync-dialog.tsx'
import { TaskDialog } from './import/task-dialog.tsx'
import { ReceiptsDialog } from './receipts-dialog.tsx'
import { TasksDialog } from './tasks-dialog.tsx'
import { useContacts, useTagChoices } from './use-contacts.ts'
import { useExport } from './use-export.ts'

/** `/contatos`: everybody who wrote or may be written to. */
export function Screen() {
  const t = useT('contacts')
  const common = useT('common')
  const client = useQueryClient()
  const state = useContactFilters()
  const [open, setOpen] = useUrlOpen('id')
  const [dialog, setDialog] = useUrlOpen('trabalho')
  const [deleting, setDeleting] = useState<ContactRow | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<string | number>>(new Set())
  const [removal, setRemoval] = useState<Removal | null>(null)
  const contacts = useContacts(state.filters)
  const table = useExport(state.filters)
  const tags = useTagChoices()
  const owners = useEverybody()
  const columns = useContactColumns()
  useShortcuts(common('screens.contacts'), [{ keys: 'n', label: t('new'), run: () => setOpen('new') }])
  const rows = contacts.data?.pages.flatMap((page) => page.contacts)
  const count = contacts.data?.pages[0]?.count
  const listed = rows?.find((contact) => contact.id === Number(open))
  const fetched = useQuery({
    queryKey: ['contacts', Number(open)],
    queryFn: ({ signal }) => call(contactsContract.routes.get, { params: { id: Number(open) }, signal }),
    enabled: Number(open) > 0 && rows !== undefined && !listed,
  })
  const editing = listed ?? (Number(open) > 0 ? fetched.data : undefined)
  const remove = async (contact: ContactRow) => {
    await call(contactsContract.routes.remove, { params: { id: contact.id } })
    toast.success(common('deleted'))
    await client.invalidateQueries({ queryKey: ['contacts'] })
  }
  const add = (
    <Button startDecorator={<UserPlus size={16} />} onClick={() => setOpen('new')}>
      {t('new')}
    </Button>
  )
  const actions = (
    <>
      <ContactActions
        isExporting={table.isBusy}
        onExport={table.run}
        onImport={() => setDialog('novo')}
        onSync={() => setDialog('sincronizar')}
        onTasks={() => setDialog('lista')}
        onReceipts={() => setDialog('recibos')}
      />
      {add}
    </>
  )
  return (
    <Page
      fill
      title={common('screens.contacts')}
      actions={actions}
      toolbar={
        <>
          <ContactFilterBar state={state} />
          {count !== undefined && (
            <Box sx={{ ml: 'auto' }}>
              <Typography level="body-xs" role="status" className="tabular">
                {t('count', { count, number: formatNumber(count) })}
              </Typography>
            </Box>
          )}
        </>
      }
    >
      <DataTable
        name="contacts"
        label={common('screens.contacts')}
        columns={columns}
        rows={rows}
        rowKey={(contact) => contact.id}
        onOpen={(contact) => setOpen(String(contact.id))}
        error={contacts.error}
        onRetry={() => void contacts.refetch()}
        hasMore={contacts.hasNextPage}
        loadingMore={contacts.isFetchingNextPage}
        onMore={() => void contacts.fetchNextPage()}
        {...(can('contacts.delete')
          ? {
              selected: chosen,
              onSelect: setChosen,
              bulk: <BulkDelete chosen={chosen} count={count ?? 0} filters={state.filters} onRemove={setRemoval} />,
            }
          : {})}
        empty={
          state.isFiltered ? (
            <NothingFound text={state.filters.searchParam} onClear={state.clear} />
          ) : (
            <EmptyState icon={Contact} title={t('empty')} text={t('emptyText')} action={add} />
          )
        }
        rowMenu={(contact) => (
          <ActionMenu
            label={common('actionsOf', { name: contact.name })}
            actions={[
              { id: 'edit', label: common('edit'), icon: Pencil, run: () => setOpen(String(contact.id)) },
              can('contacts.delete') && {
                id: 'delete',
                label: common('delete'),
                icon: Trash2,
                tone: 'danger',
                apart: true,
                run: () => setDeleting(contact),
              },
            ]}
          />
        )}
      />
      {(open === 'new' || editing) && (
        <ContactDialog
          key={open}
          contact={open === 'new' ? null : (editing ?? null)}
          tags={tags.data ?? []}
          owners={owners.data ?? []}
          onClose={() => setOpen(null)}
        />
      )}
      {removal && (
        <RemovalDialog
          removal={removal}
          onBegun={(id) => {
            setChosen(new Set())
            setDialog(String(id))
          }}
          onClose={() => setRemoval(null)}
        />
      )}
      {dialog === 'lista' && <TasksDialog onOpen={(id) => setDialog(String(id))} onClose={() => setDialog(null)} />}
      {dialog === 'sincronizar' && (
        <SyncDialog onBegun={(id) => setDialog(String(id))} onClose={() => setDialog(null)} />
      )}
      {dialog === 'recibos' && <ReceiptsDialog onClose={() => setDialog(null)} />}
      {(dialog === 'novo' || Number(dialog) > 0) && (
        <TaskDialog
          id={dialog === 'novo' ? null : Number(dialog)}
          onOpen={(id) => setDialog(String(id))}
          onClose={() => setDialog(null)}
        />
      )}
      {deleting && (
        <ConfirmDialog
          title={t('deleteTitle', { name: deleting.name })}
          text={t('deleteText')}
          confirmLabel={common('delete')}
          tone="danger"
          onConfirm={() => remove(deleting)}
          onClose={() => setDeleting(null)}
        />
      )}
    </Page>
  )
}
