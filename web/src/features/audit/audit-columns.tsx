import Box from '@mui/joy/Box'
import Typography from '@mui/joy/Typography'
import type { AuditRow } from '@recado/core/modules/audit/contract'
import { formatDateTime } from '../../lib/format/dates.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import type { Column } from '../../ui/table/columns.ts'
import { useAuditTexts } from './audit-texts.ts'

/** Failures stand out. */
const ALARMING = /^(login\.failed|two-factor\.failed|session\.theft)$/

export function useAuditColumns(): Column<AuditRow>[] {
  const t = useT('audit')
  const { actionName, actorName, objectName } = useAuditTexts()
  return [
    {
      id: 'at',
      header: t('at'),
      cell: (row) => (
        <Box component="time" dateTime={row.at} sx={{ whiteSpace: { sm: 'nowrap' } }}>
          {formatDateTime(row.at)}
        </Box>
      ),
      priority: 1,
      fixed: true,
    },
    { id: 'actor', header: t('who'), cell: actorName, priority: 2 },
    {
      id: 'action',
      header: t('what'),
      cell: (row) => (
        <Box>
          <Typography
            level="body-sm"
            textColor="text.primary"
            color={ALARMING.test(row.action) ? 'danger' : 'neutral'}
            sx={ALARMING.test(row.action) ? { color: 'danger.plainColor' } : {}}
          >
            {actionName(row.action)}
          </Typography>
          {/* on a phone the column of people is not there */}
          <Typography level="body-xs" sx={{ display: { xs: 'block', sm: 'none' } }}>
            {actorName(row)}
          </Typography>
        </Box>
      ),
      priority: 1,
    },
    { id: 'object', header: t('object'), cell: objectName, priority: 2 },
    { id: 'ip', header: 'IP', cell: (row) => row.ip ?? '–', width: '130px', priority: 3 },
  ]
}
