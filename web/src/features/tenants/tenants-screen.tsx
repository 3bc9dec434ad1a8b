import Button from '@mui/joy/Button'
import { type Company, operatorContract } from '@recado/core/modules/operator/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Building2, CalendarPlus, CircleOff, CirclePlay, ListChecks, Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { found } from '../../lib/format/fold.ts'
import { call } from '../../lib/http/client.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { useShortcuts } from '../../lib/shortcuts/registry.ts'
import { useRefetchOn } from '../../lib/socket/use-event.ts'
import { toast } from '../../lib/toasts.ts'
import { useUrlOpen, useUrlText } from '../../lib/use-url-state.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NothingFound } from '../../ui/nothing-found.tsx'
import { Page } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Segments } from '../../ui/segments.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { MenuDialog } from './menu-dialog.tsx'
import { useTenantColumns } from './tenant-columns.tsx'
import { TenantDialog } from './tenant-dialog.tsx'

const { tenants, setStatus, addMonth } = operatorContract.routes
const VIEWS = ['all', 'active', 'inactive', 'expired'] as const
type View = (typeof VIEWS)[number]

const fits = (view: View, company: Company): boolean =>
  view === 'all' || (view === 'expired' ? company.isExpired : company.status === view)

/** `/empresas`: the companies on this installation; for the operator alone. */
export function Screen() {
  const t = useT('tenants')
  const common = useT('common')
  const client = useQueryClient()
  const [text, setText] = useUrlText('busca')
  const [viewText, setView] = useUrlText('ver', 'all')
  const [open, setOpen] = useUrlOpen('id')
  const [menuOf, setMenuOf] = useState<Company | null>(null)
  const [stopping, setStopping] = useState<Company | null>(null)
  const query = useQuery({ queryKey: ['tenants'], queryFn: ({ signal }) => call(tenants, { query: {}, signal }) })
  useRefetchOn(['company'], ['tenants'])
  useShortcuts(common('screens.tenants'), [{ keys: 'n', label: t('new'), run: () => setOpen('new') }])
  const put = (company: Company) => {
    client.setQueryData<Company[]>(['tenants'], (rows) =>
      rows?.map((row) => (row.id === company.id ? { ...row, ...company } : row)),
    )
    toast.success(common('saved'))
  }
  const status = useMutation({
    mutationFn: ({ id, to }: { id: number; to: Company['status'] }) =>
      call(setStatus, { params: { id }, body: { status: to } }),
    onSuccess: put,
  })
  const month = useMutation({ mutationFn: (id: number) => call(addMonth, { params: { id } }), onSuccess: put })
  const columns = useTenantColumns()
  const view = VIEWS.find((known) => known === viewText) ?? 'all'
  const rows = query.data?.filter(
    (company) => fits(view, company) && found(`${company.name} ${company.email ?? ''}`, text),
  )
  const editing = query.data?.find((company) => company.id === Number(open))
  const add = (
    <Button startDecorator={<Plus size={16} />} onClick={() => setOpen('new')}>
      {t('new')}
    </Button>
  )
  return (
    <Page
      fill
      title={common('screens.tenants')}
      actions={add}
      toolbar={
        <>
          <SearchField label={t('search')} value={text} onChange={setText} />
          <Segments
            inline
            label={common('status')}
            value={view}
            onChange={setView}
            choices={VIEWS.map((value) => ({ value, label: t(`views.${value}`) }))}
          />
        </>
      }
    >
      <DataTable
        name="tenants"
        label={common('screens.tenants')}
        columns={columns}
        rows={rows}
        rowKey={(company) => company.id}
        onOpen={(company) => setOpen(String(company.id))}
        error={query.error}
        onRetry={() => void query.refetch()}
        empty={
          text || view !== 'all' ? (
            <NothingFound
              text={text}
              onClear={() => {
                setText('')
                setView('all')
              }}
            />
          ) : (
            <EmptyState icon={Building2} title={t('empty')} action={add} />
          )
        }
        rowMenu={(company) => (
          <ActionMenu
            label={common('actionsOf', { name: company.name })}
            actions={[
              { id: 'edit', label: common('edit'), icon: Pencil, run: () => setOpen(String(company.id)) },
              { id: 'menu', label: t('menu'), icon: ListChecks, run: () => setMenuOf(company) },
              { id: 'month', label: t('addMonth'), icon: CalendarPlus, run: () => month.mutate(company.id) },
              company.status === 'inactive'
                ? {
                    id: 'activate',
                    label: t('activate'),
                    icon: CirclePlay,
                    apart: true,
                    run: () => status.mutate({ id: company.id, to: 'active' }),
                  }
                : company.id !== 1 && {
                    id: 'deactivate',
                    label: t('deactivate'),
                    icon: CircleOff,
                    tone: 'danger',
                    apart: true,
                    run: () => setStopping(company),
                  },
            ]}
          />
        )}
      />
      {(open === 'new' || editing) && (
        <TenantDialog key={open} company={editing ?? null} onClose={() => setOpen(null)} />
      )}
      {menuOf && <MenuDialog company={menuOf} onSaved={put} onClose={() => setMenuOf(null)} />}
      {stopping && (
        <ConfirmDialog
          title={t('stopTitle', { name: stopping.name })}
          text={t('stopText')}
          confirmLabel={t('deactivate')}
          tone="danger"
          onConfirm={() => status.mutate({ id: stopping.id, to: 'inactive' })}
          onClose={() => setStopping(null)}
        />
      )}
    </Page>
  )
}
