import Box from '@mui/joy/Box'
import Chip from '@mui/joy/Chip'
import Stack from '@mui/joy/Stack'
import Typography from '@mui/joy/Typography'
import type { Holiday, HoursOverview } from '@recado/core/modules/hours/contract'
import { useT } from '../../lib/i18n/i18n.ts'
import type { Column } from '../../ui/table/columns.ts'
import { Tag } from '../../ui/tag.tsx'
import { holidayDate } from './verdict-text.ts'

const periodsOf = ({ start1, end1, start2, end2 }: Holiday): string =>
  [
    [start1, end1],
    [start2, end2],
  ]
    .filter(([from]) => from)
    .map(([from, to]) => `${from}\u00a0–\u00a0${to}`)
    .join(', ')

/** Month, day, year, as a number to sort by. */
const order = ({ date }: Holiday): number =>
  Number(`${date.slice(3, 5)}${date.slice(0, 2)}${date.slice(6).padStart(4, '0')}`)

export function useHolidayColumns(hours: HoursOverview): Column<Holiday>[] {
  const t = useT('hours')
  const placesOf = ({ scope, scopeIds }: Holiday) =>
    (scope === 'channel' ? hours.channels : hours.queues).filter(({ id }) => scopeIds.includes(id))
  const colourOf = (place: object): string | null => ('color' in place ? String(place.color) : null)
  return [
    {
      id: 'date',
      header: t('holidays.date'),
      cell: (row) => (
        <Box>
          <Typography level="body-sm" textColor="text.primary" sx={{ fontWeight: 550 }}>
            {holidayDate(row.date)}
          </Typography>
          {row.date.length === 5 && <Typography level="body-xs">{t('holidays.everyYear')}</Typography>}
        </Box>
      ),
      sortBy: order,
      width: '160px',
      priority: 1,
      fixed: true,
    },
    {
      id: 'name',
      header: t('holidays.name'),
      cell: (row) => row.name || '–',
      sortBy: (row) => row.name,
      priority: 1,
    },
    {
      id: 'mode',
      header: t('holidays.mode'),
      cell: (row) => (row.mode === 'closed' ? <Chip>{t('holidays.modes.closed')}</Chip> : periodsOf(row)),
      sortBy: (row) => row.mode,
      width: '220px',
      priority: 2,
    },
    {
      id: 'scope',
      header: t('holidays.scope'),
      cell: (row) =>
        row.scope === 'company' ? (
          t('holidays.everywhere')
        ) : (
          <Stack direction="row" useFlexGap flexWrap="wrap" spacing={1}>
            {placesOf(row).map((place) => (
              <Tag key={place.id} colour={colourOf(place)}>
                {place.name}
              </Tag>
            ))}
            {placesOf(row).length === 0 && <Typography level="body-sm">{t('holidays.nowhere')}</Typography>}
          </Stack>
        ),
      sortBy: (row) => row.scope,
      priority: 3,
    },
    {
      id: 'message',
      header: t('holidays.message'),
      cell: (row) => (
        <Typography
          level="body-sm"
          sx={{ display: '-webkit-box', WebkitLineClamp: '1', WebkitBoxOrient: 'vertical', overflow: 'hidden' }}
        >
          {row.message || '–'}
        </Typography>
      ),
      priority: 3,
    },
  ]
}
