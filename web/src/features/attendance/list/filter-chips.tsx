import Box from '@mui/joy/Box'
import Link from '@mui/joy/Link'
import { observer } from 'mobx-react-lite'
import { channels } from '../../../entities/channels.ts'
import { useEverybody } from '../../../entities/everybody.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { ColourDot } from '../../../ui/colour.tsx'
import { PickChip } from '../../../ui/form/pick-chip.tsx'
import { useQueueChoices, useTagChoices } from '../state/use-choices.ts'
import { countActive, type Filters, type ListFilter, NO_FILTERS, type SwitchFilter } from './filters.ts'

interface FilterChipsProps {
  filters: Filters
  onChange(change: Partial<Filters>): void
}

const SWITCHES: SwitchFilter[] = ['unread', 'unassigned', 'mine', 'showAll']

/** What the list leaves out or adds, each to be taken away again. */
export const FilterChips = observer(({ filters, onChange }: FilterChipsProps) => {
  const t = useT('attendance')
  const common = useT('common')
  const queues = useQueueChoices()
  const tags = useTagChoices()
  if (countActive(filters) === 0) return null
  const without = (name: ListFilter, id: number) => onChange({ [name]: filters[name].filter((other) => other !== id) })
  const named = (name: ListFilter, rows: readonly { id: number; name: string; color?: string }[] | undefined) =>
    filters[name].map((id) => {
      const row = rows?.find((other) => other.id === id)
      return (
        <PickChip
          key={`${name}-${id}`}
          label={row?.name ?? `#${id}`}
          mark={row?.color ? <ColourDot colour={row.color} size={8} /> : undefined}
          disabled={false}
          onDelete={() => without(name, id)}
        />
      )
    })
  return (
    <Box
      role="group"
      aria-label={t('filters.chosen')}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1,
        alignItems: 'center',
        px: 3,
        py: 2,
        borderBottom: '1px solid',
        borderColor: 'divider',
      }}
    >
      {SWITCHES.filter((name) => filters[name]).map((name) => (
        <PickChip
          key={name}
          label={t(`filters.${name}`)}
          disabled={false}
          onDelete={() => onChange({ [name]: false })}
        />
      ))}
      {!filters.withoutQueue && (
        <PickChip label={t('filters.onlyQueued')} disabled={false} onDelete={() => onChange({ withoutQueue: true })} />
      )}
      {filters.person !== null && <PersonChip id={filters.person} onDelete={() => onChange({ person: null })} />}
      {named('queues', queues.data)}
      {named('tags', tags.data)}
      {named('channels', channels.list)}
      <Link
        component="button"
        level="body-xs"
        onClick={() => onChange({ ...NO_FILTERS, search: filters.search })}
        sx={{ ml: 'auto', minHeight: 24 }}
      >
        {common('clearFilters')}
      </Link>
    </Box>
  )
})

function PersonChip({ id, onDelete }: { id: number; onDelete(): void }) {
  const users = useEverybody()
  const name = users.data?.find((user) => user.id === id)?.name ?? `#${id}`
  return <PickChip label={`@${name}`} disabled={false} onDelete={onDelete} />
}
