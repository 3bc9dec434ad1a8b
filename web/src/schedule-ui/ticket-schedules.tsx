import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import type { Schedule } from '@recado/core/modules/scheduled-messages/contract'
import { CalendarClock, CalendarPlus, Paperclip, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formatDateTime } from '../lib/format/dates.ts'
import { useT } from '../lib/i18n/i18n.ts'
import { ActionMenu } from '../ui/action-menu.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { ListSkeleton } from '../ui/skeletons.tsx'
import { CancelSchedule } from './cancel-schedule.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'
import type { SchedulePlace } from './schedule-form.ts'
import { contentOf, RepeatMark, ScheduleError, ScheduleStatus } from './schedule-status.tsx'
import { useTicketSchedules } from './use-schedules.ts'

const SHOWN = 10

/** Messages for later to the contact of a ticket. */
export function TicketSchedules({ place }: { place: SchedulePlace }) {
  const t = useT('scheduleUi')
  const common = useT('common')
  const query = useTicketSchedules(place.ticketId)
  const [editing, setEditing] = useState<Schedule | 'new' | null>(null)
  const [canceling, setCanceling] = useState<Schedule | null>(null)
  const actionsOf = (schedule: Schedule) => [
    schedule.canChange && { id: 'edit', label: common('edit'), icon: Pencil, run: () => setEditing(schedule) },
    schedule.canChange && {
      id: 'cancel',
      label: t(schedule.status === 'pending' ? 'cancel' : 'forget'),
      icon: Trash2,
      tone: 'danger' as const,
      run: () => setCanceling(schedule),
    },
  ]
  return (
    <>
      {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {!query.error && !query.data && <ListSkeleton rows={2} avatar={false} />}
      {query.data?.length === 0 && <Box sx={{ fontSize: 'sm', color: 'text.tertiary', mb: 2 }}>{t('none')}</Box>}
      {query.data && query.data.length > 0 && (
        <Box component="ul" aria-label={t('list')} sx={{ listStyle: 'none', m: 0, mb: 2, p: 0 }}>
          {query.data.slice(0, SHOWN).map((schedule) => (
            <Box component="li" key={schedule.id} sx={{ py: 1.5, borderBottom: '1px solid', borderColor: 'divider' }}>
              <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, fontSize: 'xs', color: 'text.secondary' }}>
                <CalendarClock size={14} aria-hidden />
                <Box component="span" className="tabular" sx={{ whiteSpace: 'nowrap' }}>
                  {formatDateTime(schedule.scheduleDate)}
                </Box>
                <Box sx={{ ml: 'auto' }}>
                  <ActionMenu
                    label={common('actionsOf', { name: formatDateTime(schedule.scheduleDate) })}
                    actions={actionsOf(schedule)}
                  />
                </Box>
              </Box>
              <Box dir="auto" sx={excerptStyles}>
                {schedule.medias.length > 0 && <Paperclip size={13} aria-label={t('file')} />} {contentOf(schedule)}
              </Box>
              <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mt: 1 }}>
                <ScheduleStatus schedule={schedule} />
                <RepeatMark schedule={schedule} />
              </Box>
              <ScheduleError schedule={schedule} />
            </Box>
          ))}
        </Box>
      )}
      <Button
        size="sm"
        variant="soft"
        color="neutral"
        startDecorator={<CalendarPlus size={15} aria-hidden />}
        onClick={() => setEditing('new')}
      >
        {t('new')}
      </Button>
      {editing && (
        <ScheduleDialog schedule={editing === 'new' ? null : editing} place={place} onClose={() => setEditing(null)} />
      )}
      {canceling && <CancelSchedule schedule={canceling} onClose={() => setCanceling(null)} />}
    </>
  )
}

const excerptStyles = {
  fontSize: 'sm',
  display: '-webkit-box',
  WebkitLineClamp: 2,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
  overflowWrap: 'anywhere',
}
