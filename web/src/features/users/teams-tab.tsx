import { type Team, teamsContract } from '@recado/core/modules/teams/contract'
import { UsersRound } from 'lucide-react'
import { call } from '../../lib/http/client.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { useCrud } from '../../lib/use-crud.ts'
import { ActiveChip } from '../../ui/active-chip.tsx'
import { CatalogueScreen } from '../../ui/catalogue-screen.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { TeamDialog, type TeamValues } from './team-dialog.tsx'
import { UsersTabs } from './users-tabs.tsx'

const { list, create, update, remove } = teamsContract.routes
const NAMED = 4

/** People who belong together. */
export function TeamsTab() {
  const t = useT('users')
  const crud = useCrud<Team, TeamValues>({
    queryKey: ['teams'],
    list: (signal) => call(list, { signal }),
    create: (body) => call(create, { body }),
    update: (id, body) => call(update, { params: { id }, body }),
    remove: (id) => call(remove, { params: { id } }),
    events: ['team', 'user'],
  })
  return (
    <CatalogueScreen
      name="teams"
      icon={UsersRound}
      crud={crud}
      columns={useTeamColumns()}
      textOf={(team) => [team.name, ...team.users.map((user) => user.name)].join(' ')}
      tabs={<UsersTabs value="equipes" />}
      texts={{
        title: t('tabs.teams'),
        text: t('teams.text'),
        search: t('teams.search'),
        add: t('teams.new'),
        empty: t('teams.empty'),
        emptyText: t('teams.emptyText'),
        deleteTitle: (name) => t('teams.deleteTitle', { name }),
        deleteText: t('teams.deleteText'),
      }}
      dialog={({ row, onSave, onClose }) => <TeamDialog key={row?.id} team={row} onSave={onSave} onClose={onClose} />}
    />
  )
}

function useTeamColumns(): Column<Team>[] {
  const t = useT('users')
  const common = useT('common')
  return [
    {
      id: 'name',
      header: common('name'),
      cell: (team) => team.name,
      sortBy: (team) => team.name,
      priority: 1,
      fixed: true,
    },
    {
      id: 'users',
      header: t('teams.members'),
      cell: ({ users }) => {
        const names = users.slice(0, NAMED).map((user) => user.name)
        const more = users.length - names.length
        if (users.length === 0) return '–'
        return more > 0 ? t('teams.andMore', { names: names.join(', '), count: more }) : names.join(', ')
      },
      sortBy: (team) => team.users.length,
      priority: 2,
    },
    {
      id: 'active',
      header: common('status'),
      cell: (team) => <ActiveChip active={team.isActive} />,
      sortBy: (team) => Number(team.isActive),
      width: '120px',
      priority: 1,
    },
  ]
}
