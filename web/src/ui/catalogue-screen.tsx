import Button from '@mui/joy/Button'
import { type LucideIcon, Pencil, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { found } from '../lib/format/fold.ts'
import { useT } from '../lib/i18n/i18n.ts'
import { useShortcuts } from '../lib/shortcuts/registry.ts'
import type { useCrud } from '../lib/use-crud.ts'
import { useUrlOpen, useUrlText } from '../lib/use-url-state.ts'
import { ActionMenu } from './action-menu.tsx'
import { ActiveChip } from './active-chip.tsx'
import { ColouredName } from './colour.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { EmptyState } from './empty-state.tsx'
import { NothingFound } from './nothing-found.tsx'
import { Page } from './page.tsx'
import { SearchField } from './search-field.tsx'
import type { Column } from './table/columns.ts'
import { DataTable } from './table/data-table.tsx'
import { TimeAgo } from './time-ago.tsx'

interface Entry {
  id: number
  name: string
}

export interface CatalogueTexts {
  title: string
  text: string
  search: string
  add: string
  empty: string
  emptyText: string
  deleteTitle(name: string): string
  deleteText: string
}

interface CatalogueScreenProps<Row extends Entry, Write> {
  /** Under which the table's widths and columns are remembered. */
  name: string
  icon: LucideIcon
  texts: CatalogueTexts
  crud: ReturnType<typeof useCrud<Row, Write>>
  columns: Column<Row>[]
  /** What a search looks into; the name when absent. */
  textOf?(row: Row): string
  /** Beside the search; what they leave is said by `isShown`. */
  filters?: ReactNode
  isShown?(row: Row): boolean
  /** Rows that this person may only look at; all may be changed when absent. */
  mayChange?(row: Row): boolean
  /** Before the search: the way to lists that belong with this one. */
  tabs?: ReactNode
  dialog(props: { row: Row | null; onSave(values: Write): Promise<unknown>; onClose(): void }): ReactNode
}

/** A short list that a company keeps (queues, tags, reasons): search, add, change, delete, all by mouse or keyboard. */
export function CatalogueScreen<Row extends Entry, Write>(props: CatalogueScreenProps<Row, Write>) {
  const { name, icon, texts, crud, columns, textOf = (row) => row.name, mayChange = () => true, dialog, tabs } = props
  const { filters, isShown = () => true } = props
  const common = useT('common')
  const [text, setText] = useUrlText('busca')
  const [open, setOpen] = useUrlOpen('id')
  const [deleting, setDeleting] = useState<Row | null>(null)
  const { query, save, remove } = crud
  useShortcuts(texts.title, [{ keys: 'n', label: texts.add, run: () => setOpen('new') }])
  const editing = open === 'new' ? null : query.data?.find((row) => row.id === Number(open) && mayChange(row))
  const edit = (row: Row) => mayChange(row) && setOpen(String(row.id))
  const add = (
    <Button startDecorator={<Plus size={16} />} onClick={() => setOpen('new')}>
      {texts.add}
    </Button>
  )
  const actionsOf = (row: Row) => [
    { id: 'edit', label: common('edit'), icon: Pencil, run: () => edit(row) },
    {
      id: 'delete',
      label: common('delete'),
      icon: Trash2,
      tone: 'danger' as const,
      apart: true,
      run: () => setDeleting(row),
    },
  ]
  return (
    <Page
      fill
      title={texts.title}
      text={texts.text}
      actions={add}
      toolbar={
        <>
          {tabs}
          <SearchField label={texts.search} value={text} onChange={setText} />
          {filters}
        </>
      }
    >
      <DataTable
        name={name}
        label={texts.title}
        columns={columns}
        rows={query.data?.filter((row) => isShown(row) && found(textOf(row), text))}
        rowKey={(row) => row.id}
        onOpen={edit}
        error={query.error}
        onRetry={() => void query.refetch()}
        empty={
          text ? (
            <NothingFound text={text} onClear={() => setText('')} />
          ) : (
            <EmptyState icon={icon} title={texts.empty} text={texts.emptyText} action={add} />
          )
        }
        rowMenu={(row) =>
          mayChange(row) && <ActionMenu label={common('actionsOf', { name: row.name })} actions={actionsOf(row)} />
        }
      />
      {(open === 'new' || editing) &&
        dialog({
          row: editing ?? null,
          onSave: (values) => save({ id: editing?.id ?? null, values }),
          onClose: () => setOpen(null),
        })}
      {deleting && (
        <ConfirmDialog
          title={texts.deleteTitle(deleting.name)}
          text={texts.deleteText}
          confirmLabel={common('delete')}
          tone="danger"
          onConfirm={() => remove(deleting.id)}
          onClose={() => setDeleting(null)}
        />
      )}
    </Page>
  )
}

/** Columns of what has a name, a colour and a switch. */
export function useLabelColumns<Row extends Entry & { color: string; isActive: boolean; updatedAt: string }>() {
  const common = useT('common')
  const columns: Column<Row>[] = [
    {
      id: 'name',
      header: common('name'),
      cell: (row) => <ColouredName colour={row.color} name={row.name} />,
      sortBy: (row) => row.name,
      priority: 1,
      fixed: true,
    },
    {
      id: 'active',
      header: common('status'),
      cell: (row) => <ActiveChip active={row.isActive} />,
      sortBy: (row) => Number(row.isActive),
      width: '104px',
      priority: 1,
    },
    {
      id: 'updated',
      header: common('updated'),
      cell: (row) => <TimeAgo at={row.updatedAt} />,
      sortBy: (row) => Date.parse(row.updatedAt),
      width: '200px',
    },
  ]
  return columns
}
