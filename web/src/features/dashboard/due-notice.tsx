import Alert from '@mui/joy/Alert'
import { tenantsContract } from '@recado/core/modules/tenants/contract'
import { useQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { call } from '../../lib/http/client.ts'
import { useT } from '../../lib/i18n/i18n.ts'

/** Days before the due date from which it is told. */
const WARN_DAYS = 7

/** To admins, in the last week of what is paid. */
export function DueNotice() {
  const t = useT('dashboard')
  const { data } = useQuery({
    queryKey: ['tenant-date'],
    queryFn: ({ signal }) => call(tenantsContract.routes.date, { signal, quiet: true }),
    staleTime: 600_000,
  })
  const days = data?.daysLeft
  if (days === null || days === undefined || days < 0 || days > WARN_DAYS) return null
  return (
    <Alert color="warning" variant="soft" startDecorator={<CalendarClock size={18} aria-hidden />}>
      {days === 0 ? t('dueToday') : t('due', { count: days })}
    </Alert>
  )
}
