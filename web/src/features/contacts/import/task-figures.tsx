import Box from '@mui/joy/Box'
import LinearProgress from '@mui/joy/LinearProgress'
import Typography from '@mui/joy/Typography'
import type { ContactTask } from '@recado/core/modules/contact-tasks/contract'
import { formatNumber } from '../../../lib/format/numbers.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { isActive } from '../use-tasks.ts'

/** What is told of a task in each state, in this order. */
const CHECKED = ['new', 'changed', 'unchanged', 'wrong'] as const
const DONE = ['created', 'updated', 'deleted', 'kept', 'messages'] as const
const UNDONE = ['removed', 'restored', 'left'] as const

function namesOf({ state, kind }: ContactTask) {
  if (state === 'checking' || state === 'checked') return CHECKED
  if (state === 'undoing' || state === 'undone') return UNDONE
  return kind === 'import' ? [...DONE, 'wrong' as const] : DONE
}

/** How far it is, and how many of each. */
export function TaskFigures({ task }: { task: ContactTask }) {
  const t = useT('contacts')
  const figures = namesOf(task).filter((name) => (task.counts[name] ?? 0) > 0)
  const share = task.total === 0 ? 0 : Math.min(100, (task.done / task.total) * 100)
  return (
    <>
      {isActive(task) && (
        <Box role="status">
          <LinearProgress
            determinate
            value={share}
            aria-label={t(`state.${task.state}`)}
            sx={{ '--LinearProgress-thickness': '6px' }}
          />
          <Typography level="body-xs" className="tabular" sx={{ mt: 1 }}>
            {t('import.progress', { done: formatNumber(task.done), total: formatNumber(task.total) })}
          </Typography>
        </Box>
      )}
      {figures.length > 0 && (
        <Box component="dl" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 6, rowGap: 2, m: 0 }}>
          {figures.map((name) => (
            <Box key={name} sx={{ display: 'flex', flexDirection: 'column-reverse' }}>
              <Typography component="dt" level="body-xs">
                {t(`counts.${name}`)}
              </Typography>
              <Typography component="dd" level="h4" className="tabular" sx={{ m: 0 }}>
                {formatNumber(task.counts[name] ?? 0)}
              </Typography>
            </Box>
          ))}
        </Box>
      )}
    </>
  )
}
