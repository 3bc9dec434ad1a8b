import Box from '@mui/joy/Box'
import Typography from '@mui/joy/Typography'
import type { Schedule } from '@recado/core/modules/scheduled-messages/contract'
import { Paperclip } from 'lucide-react'
import { formatDateTime } from '../../lib/format/dates.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { contentOf, RepeatMark, ScheduleStatus } from '../../schedule-ui/schedule-status.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import type { Column } from '../../ui/table/columns.ts'

/** Two lines at most, which share the width with the other columns. */
const excerpt = {
  display: '-webkit-box',
  WebkitLineClamp: 2,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
  overflowWrap: 'anywhere',
  minWidth: 160,
}

/** @param seesAll whose they are matters only to those who see everybody's */
export function useScheduleColumns(seesAll: boolean): Column<Schedule>[] {
  const t = useT('schedules')
  const common = useT('common')
  const columns: Column<Schedule>[] = [
    {
      id: 'date',
      header: t('date'),
      cell: (row) => (
        <Box sx={{ whiteSpace: { sm: 'nowrap' } }}>
          <div className="tabular">{formatDateTime(row.scheduleDate)}</div>
          <RepeatMark schedule={row} />
          {/* on a phone these have no columns of their own */}
          <Box sx={{ display: { sm: 'none' } }}>
            <Typography level="title-sm">{row.contact.name}</Typography>
            <Words schedule={row} />
          </Box>
        </Box>
      ),
      width: '180px',
      priority: 1,
      fixed: true,
    },
    {
      id: 'contact',
      header: t('contact'),
      cell: (row) => (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minWidth: 0 }}>
          <Avatar name={row.contact.name} src={row.contact.profilePicUrl} size={24} />
          <Box sx={{ overflowWrap: 'anywhere', minWidth: 80 }}>{row.contact.name}</Box>
        </Box>
      ),
      width: '220px',
    },
    {
      id: 'message',
      header: t('message'),
      cell: (row) => <Words schedule={row} />,
    },
    {
      id: 'channel',
      header: t('channel'),
      cell: (row) => <Box sx={{ minWidth: 90 }}>{row.channel.name}</Box>,
      width: '150px',
    },
    {
      id: 'user',
      header: t('person'),
      cell: (row) => row.user?.name ?? '–',
      width: '160px',
      hidden: !seesAll,
    },
    {
      id: 'status',
      header: common('status'),
      cell: (row) => <ScheduleStatus schedule={row} />,
      width: '130px',
      priority: 1,
    },
  ]
  return columns
}

/** What is sent, or why it was not. */
function Words({ schedule }: { schedule: Schedule }) {
  const t = useT('schedules')
  return (
    <Box dir="auto" sx={{ ...excerpt, color: schedule.error ? 'danger.plainColor' : 'inherit' }}>
      {schedule.medias.length > 0 && <Paperclip size={13} aria-label={t('file')} />}{' '}
      {schedule.error?.message ?? contentOf(schedule)}
    </Box>
  )
}
