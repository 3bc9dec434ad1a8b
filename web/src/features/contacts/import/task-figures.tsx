import type { ContactTask } from '@recado/core/modules/contact-tasks/contract'
import { formatNumber } from '../../../lib/format/numbers.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { WorkFigures } from '../../../ui/work-figures.tsx'
import { isActive } from '../use-tasks.ts'

/** What is told of a task in each state, in this order. */
const CHECKED = ['new', 'changed', 'unchanged', 'wrong'] as const
const DONE = ['created', 'updated', 'deleted', 'kept', 'messages'] as const
const UNDONE = ['removed', 'restored', 'left'] as const

function namesOf({ state, kind }: ContactTask) {
  if (state === 'checking' || state === 'checked') return CHECKED
  if (state === 'undoing' || state === 'undone') return UNDONE
  return kind === 'import' || kind === 'sync' ? [...DONE, 'wrong' as const] : DONE
}

/** How far it is, and how many of each. */
export function TaskFigures({ task }: { task: ContactTask }) {
  const t = useT('contacts')
  const { done, total, counts, state } = task
  return (
    <WorkFigures
      done={done}
      total={total}
      isActive={isActive(task)}
      label={t(`state.${state}`)}
      progress={t('import.progress', { done: formatNumber(done), total: formatNumber(total) })}
      figures={namesOf(task).map((name) => ({ name, label: t(`counts.${name}`), count: counts[name] ?? 0 }))}
    />
  )
}
