import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import Typography from '@mui/joy/Typography'
import { type OperatorPlugin, pluginsContract } from '@recado/core/modules/plugins/contract'
import { useQuery } from '@tanstack/react-query'
import { Blocks } from 'lucide-react'
import { useState } from 'react'
import { formatNumber } from '../../lib/format/numbers.ts'
import { call } from '../../lib/http/client.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { AppDialog } from './app-dialog.tsx'
import { PluginStateChip } from './plugin-state.tsx'

/** The operator's view: version, state, and the reason when one is off. */
export function OperatorPlugins() {
  const t = useT('plugins')
  const common = useT('common')
  const [open, setOpen] = useState<OperatorPlugin | null>(null)
  const query = useQuery({
    queryKey: ['plugins', 'operator'],
    queryFn: ({ signal }) => call(pluginsContract.routes.operatorPlugins, { signal }),
  })
  const columns: Column<OperatorPlugin>[] = [
    {
      id: 'id',
      header: t('plugin'),
      cell: (plugin) => (
        <Box>
          <Typography level="title-sm">{plugin.id}</Typography>
          {plugin.reason && (
            <Typography level="body-xs" color="danger">
              {plugin.reason}
            </Typography>
          )}
        </Box>
      ),
      sortBy: (plugin) => plugin.id,
      priority: 1,
      fixed: true,
    },
    { id: 'version', header: t('version'), cell: (plugin) => plugin.version, width: '110px' },
    {
      id: 'state',
      header: common('status'),
      cell: (plugin) => <PluginStateChip state={plugin.state} />,
      sortBy: (plugin) => plugin.state,
      width: '140px',
      priority: 1,
    },
    {
      id: 'tenants',
      header: t('companies'),
      cell: (plugin) => formatNumber(plugin.tenants),
      sortBy: (plugin) => plugin.tenants,
      align: 'right',
      width: '110px',
    },
    {
      id: 'instances',
      header: t('instances'),
      cell: (plugin) => formatNumber(plugin.instances),
      sortBy: (plugin) => plugin.instances,
      align: 'right',
      width: '110px',
      priority: 3,
    },
    {
      id: 'updated',
      header: common('updated'),
      cell: (plugin) => <TimeAgo at={plugin.updatedAt} />,
      sortBy: (plugin) => Date.parse(plugin.updatedAt),
      width: '170px',
      priority: 3,
    },
  ]
  return (
    <>
      <DataTable
        name="operator-plugins"
        label={t('server')}
        columns={columns}
        rows={query.data}
        rowKey={(plugin) => plugin.id}
        error={query.error}
        onRetry={() => void query.refetch()}
        empty={<EmptyState icon={Blocks} title={t('empty')} text={t('emptyText')} />}
        rowMenu={(plugin) =>
          plugin.hasApp && (
            <Button size="sm" variant="plain" color="neutral" onClick={() => setOpen(plugin)}>
              {t('app.open')}
            </Button>
          )
        }
      />
      {open && <AppDialog plugin={open} onClose={() => setOpen(null)} />}
    </>
  )
}
