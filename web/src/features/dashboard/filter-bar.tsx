import Box from '@mui/joy/Box'
import Input from '@mui/joy/Input'
import { channelsContract } from '@recado/core/modules/channels/contract'
import { queuesContract } from '@recado/core/modules/queues/contract'
import { useQuery } from '@tanstack/react-query'
import { useEverybody } from '../../entities/everybody.ts'
import { call } from '../../lib/http/client.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { ColourDot } from '../../ui/colour.tsx'
import { FilterPick } from '../../ui/filter-pick.tsx'
import { Segments } from '../../ui/segments.tsx'
import { PERIODS } from './periods.ts'
import type { Filter } from './use-filter.ts'

const FRESH = 300_000

/** Whose tickets are counted; of people only for those who are shown others. */
export function NarrowBar({ filter, withPeople }: { filter: Filter; withPeople: boolean }) {
  const t = useT('dashboard')
  const { queuesIds, whatsappIds, userIds } = filter.narrowing
  const queues = useQuery({
    queryKey: ['queues'],
    queryFn: ({ signal }) => call(queuesContract.routes.list, { signal, quiet: true }),
    staleTime: FRESH,
  })
  const channels = useQuery({
    queryKey: ['channels'],
    queryFn: ({ signal }) => call(channelsContract.routes.list, { signal, quiet: true }),
  })
  const people = useEverybody(withPeople)
  return (
    <>
      <FilterPick
        label={t('queue')}
        value={queuesIds}
        onChange={filter.setQueues}
        choices={[
          ...(queues.data ?? []).map(({ id, name, color }) => ({
            value: id,
            label: name,
            mark: <ColourDot colour={color} />,
          })),
          { value: 0, label: t('noQueue') },
        ]}
      />
      <FilterPick
        label={t('channel')}
        value={whatsappIds}
        onChange={filter.setChannels}
        choices={(channels.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      />
      {withPeople && (
        <FilterPick
          label={t('person')}
          value={userIds}
          onChange={filter.setUsers}
          choices={[
            ...(people.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
            { value: 0, label: t('nobody') },
          ]}
        />
      )}
    </>
  )
}

/** From when to when. */
export function PeriodBar({ filter }: { filter: Filter }) {
  const t = useT('dashboard')
  const { period, today, from, to, days } = filter
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
      <Box sx={{ maxWidth: '100%', overflowX: 'auto', scrollbarWidth: 'none' }}>
        <Segments
          inline
          label={t('period.title')}
          value={period}
          onChange={filter.setPeriod}
          choices={PERIODS.map((value) => ({ value, label: t(`period.${value}`) }))}
        />
      </Box>
      {period === 'own' && (
        <>
          <DayInput label={t('period.from')} value={from} max={to || today} onChange={filter.setFrom} />
          <DayInput label={t('period.to')} value={to} max={today} onChange={filter.setTo} />
          {days === null && from !== '' && to !== '' && (
            <Box role="alert" sx={{ fontSize: 'sm', color: 'danger.plainColor' }}>
              {t('period.wrong')}
            </Box>
          )}
        </>
      )}
    </Box>
  )
}

interface DayInputProps {
  label: string
  value: string
  max: string
  onChange(day: string): void
}

const DayInput = ({ label, value, max, onChange }: DayInputProps) => (
  <Input
    type="date"
    value={value}
    onChange={(event) => onChange(event.target.value)}
    startDecorator={label}
    slotProps={{ input: { 'aria-label': label, max } }}
    sx={{ minHeight: 36 }}
  />
)
