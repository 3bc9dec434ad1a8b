import Button from '@mui/joy/Button'
import { SCHEDULE_STATUSES, type Schedule, type ScheduleStatus } from '@recado/core/modules/scheduled-messages/contract'
import { seesAllSchedules } from '@recado/core/modules/scheduled-messages/policy'
import { CalendarClock, CalendarPlus, MessagesSquare, Pencil, Trash2 } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useEverybody } from '../../entities/everybody.ts'
import { formatDateTime } from '../../lib/format/dates.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { session } from '../../lib/session/session.ts'
import { useShortcuts } from '../../lib/shortcuts/registry.ts'
import { useUrlOpen, useUrlText } from '../../lib/use-url-state.ts'
import { CancelSchedule } from '../../schedule-ui/cancel-schedule.tsx'
import { ScheduleDialog } from '../../schedule-ui/schedule-dialog.tsx'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { ChoiceFilter } from '../../ui/choice-filter.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NothingFound } from '../../ui/nothing-found.tsx'
import { Page } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useScheduleColumns } from './schedule-columns.tsx'
import { useSchedules } from './use-schedule-list.ts'

const isStatus = (text: string): text is ScheduleStatus => SCHEDULE_STATUSES.some((status) => status === text)

/** `/agendamentos`: messages that go out by themselves. */
export const Screen = observer(() => {
  const t = useT('schedules')
  const common = useT('common')
  const navigate = useNavigate()
  const [text, setText] = useUrlText('busca')
  const [statusText, setStatus] = useUrlText('situacao')
  const [person, setPerson] = useUrlText('usuario')
  const [open, setOpen] = useUrlOpen('id')
  const [canceling, setCanceling] = useState<Schedule | null>(null)
  const { user } = session
  const seesAll = user !== null && seesAllSchedules({ userId: user.userId, profile: user.profile })
  const people = useEverybody(seesAll)
  const status = isStatus(statusText) ? statusText : ''
  const query = useSchedules({
    ...(text ? { searchParam: text } : {}),
    ...(status ? { status } : {}),
    ...(person ? { userId: Number(person) } : {}),
  })
  const columns = useScheduleColumns(seesAll)
  useShortcuts(common('screens.schedules'), [{ keys: 'n', label: t('new'), run: () => setOpen('new') }])
  const rows = query.data?.pages.flatMap((page) => page.schedules)
  const editing = open === 'new' ? null : rows?.find((row) => row.id === Number(open) && row.canChange)
  const add = (
    <Button startDecorator={<CalendarPlus size={16} />} onClick={() => setOpen('new')}>
      {t('new')}
    </Button>
  )
  const visit = ({ ticketId }: Schedule) => ticketId !== null && void navigate(`/atendimento/${ticketId}`)
  const actionsOf = (row: Schedule) => [
    row.canChange && { id: 'edit', label: common('edit'), icon: Pencil, run: () => setOpen(String(row.id)) },
    row.ticketId !== null && { id: 'visit', label: t('visit'), icon: MessagesSquare, run: () => visit(row) },
    row.canChange && {
      id: 'cancel',
      label: t(row.status === 'pending' ? 'cancel' : 'forget'),
      icon: Trash2,
      tone: 'danger' as const,
      apart: true,
      run: () => setCanceling(row),
    },
  ]
  const isFiltered = text !== '' || status !== '' || person !== ''
  const clear = () => {
    setText('')
    setStatus('')
    setPerson('')
  }
  return (
    <Page
      fill
      title={common('screens.schedules')}
      text={t('text')}
      actions={add}
      toolbar={
        <>
          <SearchField label={t('search')} value={text} onChange={setText} />
          <ChoiceFilter<ScheduleStatus>
            label={common('status')}
            all={t('allStatuses')}
            value={status}
            onChange={setStatus}
            choices={SCHEDULE_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
          />
          {seesAll && (
            <ChoiceFilter
              label={t('person')}
              all={t('everybody')}
              value={person}
              onChange={setPerson}
              choices={(people.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
            />
          )}
        </>
      }
    >
      <DataTable
        name="schedules"
        label={common('screens.schedules')}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        onOpen={(row) => (row.canChange ? setOpen(String(row.id)) : visit(row))}
        error={query.error}
        onRetry={() => void query.refetch()}
        hasMore={query.hasNextPage}
        loadingMore={query.isFetchingNextPage}
        onMore={() => void query.fetchNextPage()}
        empty={
          isFiltered ? (
            <NothingFound text={text} onClear={clear} />
          ) : (
            <EmptyState icon={CalendarClock} title={t('empty')} text={t('emptyText')} action={add} />
          )
        }
        rowMenu={(row) => (
          <ActionMenu
            label={common('actionsOf', { name: `${row.contact.name}, ${formatDateTime(row.scheduleDate)}` })}
            actions={actionsOf(row)}
          />
        )}
      />
      {(open === 'new' || editing) && (
        <ScheduleDialog key={editing?.id} schedule={editing ?? null} place={null} onClose={() => setOpen(null)} />
      )}
      {canceling && <CancelSchedule schedule={canceling} onClose={() => setCanceling(null)} />}
    </Page>
  )
})
