import Chip from '@mui/joy/Chip'
import type { Priority, TaskStatus } from '@recado/core/modules/tasks/contract'
import { ChevronDown, ChevronsUp, Equal, Minus } from 'lucide-react'
import { useT } from '../../lib/i18n/i18n.ts'

const COLOURS = { delayed: 'danger', pending: 'neutral', finished: 'success' } as const

export function StatusChip({ status }: { status: TaskStatus }) {
  const t = useT('tasks')
  return (
    <Chip size="sm" variant="soft" color={COLOURS[status]}>
      {t(`status.${status}`)}
    </Chip>
  )
}

const ICONS = { high: ChevronsUp, medium: Equal, low: ChevronDown, none: Minus }

/** The sign has a shape of its own, so that it is told apart without its colour. */
export function PriorityMark({ priority }: { priority: Priority }) {
  const t = useT('tasks')
  const Icon = ICONS[priority]
  return (
    <Chip
      size="sm"
      variant="plain"
      color={priority === 'high' ? 'danger' : 'neutral'}
      startDecorator={<Icon size={14} aria-hidden />}
      sx={{ px: 0 }}
    >
      {t(`priority.${priority}`)}
    </Chip>
  )
}
