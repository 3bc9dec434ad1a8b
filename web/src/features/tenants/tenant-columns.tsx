import Box from '@mui/joy/Box'
import Chip from '@mui/joy/Chip'
import Stack from '@mui/joy/Stack'
import Typography from '@mui/joy/Typography'
import type { Company } from '@recado/core/modules/operator/contract'
import { formatNumber } from '../../lib/format/numbers.ts'
import { formatPlainDate } from '../../lib/format/plain-date.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { ActiveChip } from '../../ui/active-chip.tsx'
import type { Column } from '../../ui/table/columns.ts'

export function useTenantColumns(): Column<Company>[] {
  const t = useT('tenants')
  const common = useT('common')
  return [
    {
      id: 'name',
      header: common('name'),
      cell: (company) => (
        <Box>
          <Typography level="title-sm">{company.name}</Typography>
          {company.email && <Typography level="body-xs">{company.email}</Typography>}
        </Box>
      ),
      sortBy: (company) => company.name,
      priority: 1,
      fixed: true,
    },
    { id: 'plan', header: t('plan'), cell: (company) => company.plan?.name ?? '–', width: '150px', priority: 3 },
    {
      id: 'due',
      header: t('due'),
      cell: (company) => (company.dueDate ? formatPlainDate(company.dueDate) : t('noDue')),
      sortBy: (company) => company.dueDate ?? '9999',
      width: '140px',
    },
    {
      id: 'users',
      header: t('users'),
      cell: (company) => formatNumber(company.usersCount),
      sortBy: (company) => company.usersCount,
      align: 'right',
      width: '110px',
      priority: 3,
    },
    {
      id: 'channels',
      header: t('channels'),
      cell: (company) => formatNumber(company.channelsCount),
      sortBy: (company) => company.channelsCount,
      align: 'right',
      width: '100px',
      priority: 3,
    },
    {
      id: 'status',
      header: common('status'),
      cell: (company) => (
        <Stack direction="row" useFlexGap flexWrap="wrap" spacing={1}>
          <ActiveChip active={company.status === 'active'} />
          {company.isExpired && <Chip color="danger">{t('expired')}</Chip>}
          {company.trial && <Chip color="warning">{t('trial')}</Chip>}
        </Stack>
      ),
      sortBy: (company) => company.status,
      width: '200px',
      priority: 1,
    },
  ]
}
