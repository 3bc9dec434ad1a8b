import Box from '@mui/joy/Box'
import Option from '@mui/joy/Option'
import Select from '@mui/joy/Select'
import { PRIORITIES, TASK_STATUSES, type TaskCounts } from '@recado/core/modules/tasks/contract'
import { seesAllTasks } from '@recado/core/modules/tasks/policy'
import { formatBadge } from '../../lib/format/numbers.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { session } from '../../lib/session/session.ts'
import { useUrlText } from '../../lib/use-url-state.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { Segments } from '../../ui/segments.tsx'
import { doersOf, personKey, teamKey } from './task-form.ts'
import { type TaskFilter, usePeople, useTeams } from './use-tasks.ts'

const STATES = ['all', ...TASK_STATUSES] as const

/** What the list keeps to, in the address. */
export function useTaskFilter() {
  const [searchParam, search] = useUrlText('busca')
  const [state, setState] = useUrlText('estado', 'all')
  const [priority, setPriority] = useUrlText('prioridade')
  const [owner, setOwner] = useUrlText('responsavel')
  const value: TaskFilter = {
    searchParam,
    status: TASK_STATUSES.find((one) => one === state) ?? null,
    priority: PRIORITIES.find((one) => one === priority) ?? null,
    userId: null,
    teamId: null,
    ...(/^(person|team):\d+$/.test(owner) && renamed(doersOf(owner))),
  }
  const clear = () => {
    for (const set of [search, setState, setPriority, setOwner]) set('')
  }
  const isSet = [value.status, value.priority, value.userId, value.teamId].some((chosen) => chosen !== null)
  return { value, isSet: isSet || searchParam !== '', owner, clear, search, setState, setPriority, setOwner }
}

const renamed = (doers: ReturnType<typeof doersOf>) => ('teamId' in doers ? doers : { userId: doers.ownerId })

interface TaskFiltersProps {
  filter: ReturnType<typeof useTaskFilter>
  counts: TaskCounts | undefined
}

export function TaskFilters({ filter, counts }: TaskFiltersProps) {
  const t = useT('tasks')
  const common = useT('common')
  const { value } = filter
  const { user } = session
  const isForAll = user !== null && seesAllTasks({ userId: user.userId, profile: user.profile })
  const people = usePeople()
  const teams = useTeams()
  const countOf = (state: (typeof STATES)[number]) =>
    state === 'all' || !counts || counts[state] === 0 ? '' : ` ${formatBadge(counts[state])}`
  return (
    <>
      <Box sx={{ maxWidth: '100%', overflowX: 'auto', scrollbarWidth: 'none' }}>
        <Segments
          inline
          label={common('status')}
          value={value.status ?? 'all'}
          onChange={filter.setState}
          choices={STATES.map((state) => ({ value: state, label: `${t(`states.${state}`)}${countOf(state)}` }))}
        />
      </Box>
      <Select<string>
        value={value.priority ?? ''}
        onChange={(_, next) => filter.setPriority(next ?? '')}
        slotProps={{ button: { 'aria-label': t('priority.title') } }}
        sx={pickStyles}
      >
        <Option value="">{t('anyPriority')}</Option>
        {PRIORITIES.map((priority) => (
          <Option key={priority} value={priority}>
            {t(`priority.${priority}`)}
          </Option>
        ))}
      </Select>
      {isForAll && (
        <Select<string>
          value={filter.owner}
          onChange={(_, next) => filter.setOwner(next ?? '')}
          slotProps={{ button: { 'aria-label': t('owner') }, listbox: { sx: { maxHeight: 320 } } }}
          sx={pickStyles}
        >
          <Option value="">{t('anyOwner')}</Option>
          {people.data?.map(({ id, name }) => (
            <Option key={id} value={personKey(id)}>
              {name}
            </Option>
          ))}
          {teams.data?.map(({ id, name }) => (
            <Option key={teamKey(id)} value={teamKey(id)}>
              {t('teamNamed', { name })}
            </Option>
          ))}
        </Select>
      )}
      <SearchField label={t('search')} value={value.searchParam} onChange={filter.search} />
    </>
  )
}

/** Two of them fit side by side on a phone. */
const pickStyles = { minHeight: 36, flex: '1 1 140px', maxWidth: 240, minWidth: 0 }
