import Box from '@mui/joy/Box'
import IconButton from '@mui/joy/IconButton'
import Stack from '@mui/joy/Stack'
import Typography from '@mui/joy/Typography'
import type { Task } from '@recado/core/modules/tasks/contract'
import { Circle, CircleCheck } from 'lucide-react'
import { useT } from '../../lib/i18n/i18n.ts'
import type { Column } from '../../ui/table/columns.ts'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { PriorityMark, StatusChip } from './task-state.tsx'

type Finish = (change: { task: Task; finished: boolean }) => void

export function useTaskColumns(finish: Finish): Column<Task>[] {
  const t = useT('tasks')
  const common = useT('common')
  return [
    {
      id: 'name',
      header: t('name'),
      cell: (task) => <Name task={task} finish={finish} />,
      priority: 1,
      fixed: true,
    },
    { id: 'limit', header: t('limit'), cell: (task) => <Limit task={task} />, width: '150px', priority: 2 },
    {
      id: 'owner',
      header: t('owner'),
      cell: ({ owner, team }) => (team ? t('teamNamed', { name: team.name }) : (owner?.name ?? t('nobody'))),
      width: '180px',
      priority: 2,
    },
    {
      id: 'priority',
      header: t('priority.title'),
      cell: ({ priority }) => <PriorityMark priority={priority} />,
      width: '120px',
      priority: 2,
    },
    {
      id: 'status',
      header: common('status'),
      cell: ({ status }) => <StatusChip status={status} />,
      width: '120px',
      priority: 3,
    },
    {
      id: 'creator',
      header: t('creator'),
      cell: (task) => task.creator?.name ?? '–',
      width: '180px',
      priority: 3,
      hidden: true,
    },
  ]
}

function Name({ task, finish }: { task: Task; finish: Finish }) {
  const t = useT('tasks')
  const isFinished = task.status === 'finished'
  const label = t(isFinished ? 'reopenNamed' : 'finishNamed', { name: task.name })
  return (
    <Stack direction="row" spacing={2} alignItems="center">
      <IconButton
        size="sm"
        aria-label={label}
        aria-pressed={isFinished}
        color={isFinished ? 'success' : 'neutral'}
        onClick={() => finish({ task, finished: !isFinished })}
      >
        {isFinished ? <CircleCheck size={18} /> : <Circle size={18} />}
      </IconButton>
      <Box sx={{ minWidth: 0 }}>
        <Typography level="title-sm" sx={isFinished ? { textDecoration: 'line-through', color: 'text.tertiary' } : {}}>
          {task.name}
        </Typography>
        <Typography level="body-xs" sx={clamped}>
          {task.description}
        </Typography>
        <Box sx={{ display: { sm: 'none' } }}>
          <Limit task={task} />
        </Box>
      </Box>
    </Stack>
  )
}

/** What matters of a finished one is when that was. */
function Limit({ task }: { task: Task }) {
  const t = useT('tasks')
  return (
    <Typography level="body-sm" color={task.status === 'delayed' ? 'danger' : 'neutral'}>
      {task.finishedAt && `${t('limitDone')} `}
      <TimeAgo at={task.finishedAt ?? task.limitDate} />
    </Typography>
  )
}

const clamped = {
  display: '-webkit-box',
  WebkitLineClamp: 2,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
}
