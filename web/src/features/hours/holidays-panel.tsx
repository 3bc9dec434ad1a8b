import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import Stack from '@mui/joy/Stack'
import type { Holiday, HoursOverview } from '@recado/core/modules/hours/contract'
import { CalendarDays, Flag, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { found } from '../../lib/format/fold.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { useShortcuts } from '../../lib/shortcuts/registry.ts'
import { useUrlOpen, useUrlText } from '../../lib/use-url-state.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NothingFound } from '../../ui/nothing-found.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useHolidayColumns } from './holiday-columns.tsx'
import { HolidayDialog } from './holiday-dialog.tsx'
import { useHolidays, useNationalHolidays } from './use-hours.ts'
import { holidayDate } from './verdict-text.ts'

/** Days on which other hours hold: every year, or once. */
export function HolidaysPanel({ hours }: { hours: HoursOverview }) {
  const t = useT('hours')
  const common = useT('common')
  const [text, setText] = useUrlText('busca')
  const [open, setOpen] = useUrlOpen('id')
  const [deleting, setDeleting] = useState<Holiday | null>(null)
  const { query, save, remove } = useHolidays()
  const national = useNationalHolidays()
  useShortcuts(t('tabs.holidays'), [{ keys: 'n', label: t('holidays.new'), run: () => setOpen('new') }])
  const editing = open === 'new' ? null : query.data?.find((row) => row.id === Number(open))
  const nameOf = ({ name, date }: Holiday) => name || holidayDate(date)
  const add = (
    <Button startDecorator={<Plus size={16} />} onClick={() => setOpen('new')}>
      {t('holidays.new')}
    </Button>
  )
  const addNational = (
    <Button
      variant="outlined"
      color="neutral"
      startDecorator={<Flag size={16} />}
      loading={national.isPending}
      loadingPosition="start"
      onClick={() => national.mutate()}
    >
      {t('holidays.national')}
    </Button>
  )
  const rows = query.data?.filter((row) =>
    found(`${row.name} ${row.date} ${holidayDate(row.date)} ${row.message}`, text),
  )
  return (
    <Stack spacing={3}>
      <Stack direction="row" useFlexGap flexWrap="wrap" spacing={2} alignItems="center">
        <Box sx={{ flex: '1 1 200px', maxWidth: 360 }}>
          <SearchField label={t('holidays.search')} value={text} onChange={setText} />
        </Box>
        <Box sx={{ flex: { sm: 1 } }} />
        {addNational}
        {add}
      </Stack>
      <DataTable
        name="holidays"
        label={t('tabs.holidays')}
        columns={useHolidayColumns(hours)}
        rows={rows}
        rowKey={(row) => row.id}
        onOpen={(row) => setOpen(String(row.id))}
        error={query.error}
        onRetry={() => void query.refetch()}
        empty={
          text ? (
            <NothingFound text={text} onClear={() => setText('')} />
          ) : (
            <EmptyState icon={CalendarDays} title={t('holidays.empty')} text={t('holidays.emptyText')} />
          )
        }
        rowMenu={(row) => (
          <ActionMenu
            label={common('actionsOf', { name: nameOf(row) })}
            actions={[
              { id: 'edit', label: common('edit'), icon: Pencil, run: () => setOpen(String(row.id)) },
              {
                id: 'delete',
                label: common('delete'),
                icon: Trash2,
                tone: 'danger',
                apart: true,
                run: () => setDeleting(row),
              },
            ]}
          />
        )}
      />
      {(open === 'new' || editing) && (
        <HolidayDialog
          key={open}
          hours={hours}
          holiday={editing ?? null}
          onSave={(values) => save({ id: editing?.id ?? null, values })}
          onClose={() => setOpen(null)}
        />
      )}
      {deleting && (
        <ConfirmDialog
          title={t('holidays.deleteTitle', { name: nameOf(deleting) })}
          text={t('holidays.deleteText')}
          confirmLabel={common('delete')}
          tone="danger"
          onConfirm={() => remove(deleting.id)}
          onClose={() => setDeleting(null)}
        />
      )}
    </Stack>
  )
}
