import Button from '@mui/joy/Button'
import type { Task } from '@recado/core/modules/tasks/contract'
import { mayDelete } from '@recado/core/modules/tasks/policy'
import { CircleCheck, ListTodo, Pencil, Plus, RotateCcw, Trash2 } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useT } from '../../lib/i18n/i18n.ts'
import { session } from '../../lib/session/session.ts'
import { useShortcuts } from '../../lib/shortcuts/registry.ts'
import { useUrlOpen } from '../../lib/use-url-state.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NothingFound } from '../../ui/nothing-found.tsx'
import { Page } from '../../ui/page.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useTaskColumns } from './task-columns.tsx'
import { TaskDialog } from './task-dialog.tsx'
import { TaskFilters, useTaskFilter } from './task-filters.tsx'
import { useFinish, useRemoveTask, useTask, useTasks } from './use-tasks.ts'

/** `/tarefas`: what somebody has to do until a moment. */
export const Screen = observer(() => {
  const t = useT('tasks')
  const common = useT('common')
  const filter = useTaskFilter()
  const [open, setOpen] = useUrlOpen('id')
  const [deleting, setDeleting] = useState<Task | null>(null)
  const tasks = useTasks(filter.value)
  const finish = useFinish()
  const remove = useRemoveTask()
  const columns = useTaskColumns(finish)
  useShortcuts(common('screens.tasks'), [{ keys: 'n', label: t('new'), run: () => setOpen('new') }])
  const rows = tasks.data?.pages.flatMap((page) => page.tasks)
  const listed = rows?.find((task) => task.id === Number(open))
  // A link may name a task that is not on the pages loaded so far.
  const fetched = useTask(Number(open), rows !== undefined && !listed)
  const editing = listed ?? (Number(open) > 0 ? fetched.data : undefined)
  const me = { userId: session.user?.userId ?? null, profile: session.user?.profile ?? 'user' }
  const add = (
    <Button startDecorator={<Plus size={16} />} onClick={() => setOpen('new')}>
      {t('new')}
    </Button>
  )
  return (
    <Page
      fill
      title={common('screens.tasks')}
      text={t('text')}
      actions={add}
      toolbar={<TaskFilters filter={filter} counts={tasks.data?.pages[0]?.counts} />}
    >
      <DataTable
        name="tasks"
        label={common('screens.tasks')}
        columns={columns}
        rows={rows}
        rowKey={(task) => task.id}
        onOpen={(task) => setOpen(String(task.id))}
        error={tasks.error}
        onRetry={() => void tasks.refetch()}
        hasMore={tasks.hasNextPage}
        loadingMore={tasks.isFetchingNextPage}
        onMore={() => void tasks.fetchNextPage()}
        empty={
          filter.isSet ? (
            <NothingFound text={filter.value.searchParam} onClear={filter.clear} />
          ) : (
            <EmptyState icon={ListTodo} title={t('empty')} text={t('emptyText')} action={add} />
          )
        }
        rowMenu={(task) => (
          <ActionMenu
            label={common('actionsOf', { name: task.name })}
            actions={[
              task.status === 'finished'
                ? { id: 'reopen', label: t('reopen'), icon: RotateCcw, run: () => finish({ task, finished: false }) }
                : { id: 'finish', label: t('finish'), icon: CircleCheck, run: () => finish({ task, finished: true }) },
              { id: 'edit', label: common('edit'), icon: Pencil, run: () => setOpen(String(task.id)) },
              mayDelete(me, task) && {
                id: 'delete',
                label: common('delete'),
                icon: Trash2,
                tone: 'danger',
                apart: true,
                run: () => setDeleting(task),
              },
            ]}
          />
        )}
      />
      {(open === 'new' || editing) && (
        <TaskDialog key={open} task={open === 'new' ? null : (editing ?? null)} onClose={() => setOpen(null)} />
      )}
      {deleting && (
        <ConfirmDialog
          title={t('deleteTitle', { name: deleting.name })}
          text={t('deleteText')}
          confirmLabel={common('delete')}
          tone="danger"
          onConfirm={() => remove.mutateAsync(deleting)}
          onClose={() => setDeleting(null)}
        />
      )}
    </Page>
  )
})
