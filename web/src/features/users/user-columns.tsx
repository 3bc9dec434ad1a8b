import Box from '@mui/joy/Box'
import Chip from '@mui/joy/Chip'
import Stack from '@mui/joy/Stack'
import Typography from '@mui/joy/Typography'
import { queuesContract } from '@recado/core/modules/queues/contract'
import type { User } from '@recado/core/modules/users/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/http/client.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { ActiveChip } from '../../ui/active-chip.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { Tag } from '../../ui/tag.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { tip } from '../../ui/tips.ts'

/** Queues beyond these are counted, and named on hover. */
const SHOWN = 2

export function useUserColumns(): Column<User>[] {
  const t = useT('users')
  const common = useT('common')
  return [
    {
      id: 'name',
      header: common('name'),
      cell: (user) => (
        <Stack direction="row" spacing={3} alignItems="center">
          <Avatar name={user.name} src={user.profilePicUrl} size={30} presence={user.isOnline ? 'online' : 'offline'} />
          <Box sx={{ minWidth: 0 }}>
            <Typography level="title-sm">{user.name}</Typography>
            <Typography level="body-xs" sx={{ overflowWrap: 'anywhere', textWrap: 'balance' }}>
              {user.email}
            </Typography>
          </Box>
        </Stack>
      ),
      priority: 1,
      fixed: true,
    },
    { id: 'profile', header: t('profile'), cell: (user) => common(`profiles.${user.profile}`), width: '170px' },
    { id: 'queues', header: t('queues'), cell: (user) => <Queues user={user} />, priority: 3 },
    {
      id: 'teams',
      header: t('tabs.teams'),
      cell: (user) => user.teams.map((team) => team.name).join(', ') || '–',
      priority: 3,
    },
    {
      id: 'twoFactor',
      header: t('twoFactor'),
      cell: (user) => (user.twoFactor ? common('active') : '–'),
      width: '150px',
      hidden: true,
    },
    {
      id: 'seen',
      header: t('seen'),
      cell: (user) =>
        user.isOnline ? t('online') : user.lastOnline ? <TimeAgo at={user.lastOnline} short /> : t('never'),
      width: '150px',
      priority: 3,
    },
    {
      id: 'active',
      header: common('status'),
      cell: (user) => <ActiveChip active={user.isActive} />,
      width: '110px',
      priority: 2,
    },
  ]
}

function Queues({ user }: { user: User }) {
  const t = useT('users')
  const isBound = user.isActive && (user.profile === 'user' || user.profile === 'supervisorfila')
  const queues = useQuery({
    queryKey: ['queues'],
    queryFn: ({ signal }) => call(queuesContract.routes.list, { signal, quiet: true }),
    enabled: isBound && user.queues.length === 0,
  })
  const rest = user.queues.slice(SHOWN)
  if (user.queues.length === 0) {
    // where a company has queues, who is in none gets nothing from them
    if (!isBound || !queues.data?.length) return '–'
    return (
      <Chip color="warning" {...tip(t('noQueuesHelp'))}>
        {t('noQueues')}
      </Chip>
    )
  }
  return (
    <Stack direction="row" useFlexGap flexWrap="wrap" spacing={1}>
      {user.queues.slice(0, SHOWN).map((queue) => (
        <Tag key={queue.id} colour={queue.color}>
          {queue.name}
        </Tag>
      ))}
      {rest.length > 0 && (
        <span {...tip(rest.map((queue) => queue.name).join(', '))}>
          <Tag>+{rest.length}</Tag>
        </span>
      )}
    </Stack>
  )
}
