import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import Typography from '@mui/joy/Typography'
import type { ContactTask, TaskItem } from '@recado/core/modules/contact-tasks/contract'
import { useState } from 'react'
import { formatNumber } from '../../../lib/format/numbers.ts'
import { formatPhone } from '../../../lib/format/phone.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { ListSkeleton } from '../../../ui/skeletons.tsx'
import { type ItemFilter, useItems } from '../use-tasks.ts'

const ACTIONS = ['new', 'changed', 'unchanged', 'wrong'] as const

/** Nobody of the address book was refused. */
const isPlainSync = ({ kind, state, counts }: ContactTask): boolean =>
  kind === 'sync' && state === 'done' && !counts.wrong

/** The lines of a task: what each would change or why it was refused. */
export function TaskItems({ task }: { task: ContactTask }) {
  const t = useT('contacts')
  const isChecked = task.state === 'checked'
  const [chosen, setFilter] = useState<ItemFilter | null>(null)
  const filter =
    chosen ?? (isChecked ? ((task.counts.wrong ?? 0) > 0 ? 'wrong' : 'all') : isPlainSync(task) ? 'all' : 'trouble')
  const items = useItems(task, filter)
  const count = (name: ItemFilter) => formatNumber(task.counts[name] ?? 0)
  const choices = isChecked
    ? [
        { value: 'all' as const, label: t('import.all') },
        ...ACTIONS.filter((action) => (task.counts[action] ?? 0) > 0).map((action) => ({
          value: action,
          label: `${t(`counts.${action}`)} ${count(action)}`,
        })),
      ]
    : [
        { value: 'trouble' as const, label: t('import.troubled') },
        { value: 'all' as const, label: t('import.all') },
      ]
  const rows = items.data?.pages.flatMap((page) => page.items)
  return (
    <Box>
      <Box sx={{ overflowX: 'auto', pb: 2 }}>
        <Segments<ItemFilter> inline label={t('import.show')} value={filter} onChange={setFilter} choices={choices} />
      </Box>
      {items.error ? (
        <ErrorState error={items.error} onRetry={() => void items.refetch()} />
      ) : !rows ? (
        <ListSkeleton rows={4} avatar={false} />
      ) : rows.length === 0 ? (
        <Typography level="body-sm">{t('import.none')}</Typography>
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {rows.map((item) => (
            <Line key={item.line} item={item} isFile={task.kind === 'import'} isMixed={filter === 'all'} />
          ))}
        </Box>
      )}
      {items.hasNextPage && (
        <Button
          size="sm"
          variant="plain"
          color="neutral"
          loading={items.isFetchingNextPage}
          onClick={() => void items.fetchNextPage()}
        >
          {t('import.more')}
        </Button>
      )}
    </Box>
  )
}

const FIELDS = ['name', 'number', 'email', 'tags', 'wallets'] as const
type Field = (typeof FIELDS)[number]
const isField = (field: string): field is Field => (FIELDS as readonly string[]).includes(field)

/** `isMixed`: lines of all kinds, so that each says which it is. */
function Line({ item, isFile, isMixed }: { item: TaskItem; isFile: boolean; isMixed: boolean }) {
  const t = useT('contacts')
  const shown = item.number && /^\d+$/.test(item.number) ? formatPhone(item.number) : item.number
  const changes = item.action === 'changed' || item.undo ? item.diff : []
  return (
    <Box component="li" sx={{ py: 2, borderBottom: '1px solid', borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, alignItems: 'baseline' }}>
        {isFile && (
          <Typography level="body-xs" className="tabular" sx={{ minWidth: 64 }}>
            {t('import.line', { line: item.line })}
          </Typography>
        )}
        <Typography level="title-sm" dir="auto">
          {item.name ?? '–'}
        </Typography>
        <Typography level="body-xs" className="tabular">
          {shown}
        </Typography>
        {item.action && isMixed && (
          <Typography level="body-xs" sx={{ ml: 'auto' }} color={item.action === 'wrong' ? 'danger' : 'neutral'}>
            {t(`counts.${item.action as (typeof ACTIONS)[number]}`)}
          </Typography>
        )}
      </Box>
      {item.why && (
        <Typography level="body-sm" color="danger">
          {item.why}
        </Typography>
      )}
      {changes.map(({ field, before, after }) => (
        <Typography key={field} level="body-sm" sx={{ overflowWrap: 'anywhere' }}>
          {isField(field) ? t(`import.field.${field}`) : field}: {before && <del>{before}</del>} <ins>{after}</ins>
        </Typography>
      ))}
    </Box>
  )
}
