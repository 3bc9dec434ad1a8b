import Button from '@mui/joy/Button'
import type { AuditRow } from '@recado/core/modules/audit/contract'
import { useMutation } from '@tanstack/react-query'
import { Download, ScrollText } from 'lucide-react'
import { useState } from 'react'
import { useT } from '../../lib/i18n/i18n.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useAuditColumns } from './audit-columns.tsx'
import { AuditDialog } from './audit-dialog.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { exportAudit, useAudit, useAuditFilter } from './use-audit.ts'

/** `/auditoria`: who did what in the company, and when. */
export function Screen() {
  const t = useT('audit')
  const common = useT('common')
  const { filter, isFiltered, clear, set, values } = useAuditFilter()
  const audit = useAudit(filter)
  const [open, setOpen] = useState<AuditRow | null>(null)
  const file = useMutation({ mutationFn: () => exportAudit(filter, t('file')) })
  const rows = audit.data?.pages.flatMap((page) => page.rows)
  return (
    <Page
      fill
      title={common('screens.audit')}
      text={t('text')}
      actions={
        <Button
          variant="outlined"
          color="neutral"
          startDecorator={<Download size={16} />}
          loading={file.isPending}
          onClick={() => file.mutate()}
        >
          {t('export')}
        </Button>
      }
      toolbar={<AuditFilters values={values} onChange={set} />}
    >
      <DataTable
        name="audit"
        label={common('screens.audit')}
        columns={useAuditColumns()}
        rows={rows}
        rowKey={(row) => row.id}
        onOpen={(row) => setOpen(row)}
        error={audit.error}
        onRetry={() => void audit.refetch()}
        hasMore={audit.hasNextPage}
        loadingMore={audit.isFetchingNextPage}
        onMore={() => void audit.fetchNextPage()}
        empty={
          <EmptyState
            icon={ScrollText}
            title={t('empty')}
            text={t(isFiltered ? 'emptyFiltered' : 'emptyText')}
            {...(isFiltered ? { action: <Button onClick={clear}>{common('clearFilters')}</Button> } : {})}
          />
        }
      />
      {open && <AuditDialog row={open} onClose={() => setOpen(null)} />}
    </Page>
  )
}
