import Button from '@mui/joy/Button'
import { type User, usersContract } from '@recado/core/modules/users/contract'
import { useQuery } from '@tanstack/react-query'
import { CalendarClock, Pencil, Trash2, UserPlus, Users } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { call } from '../../lib/http/client.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { session } from '../../lib/session/session.ts'
import { useShortcuts } from '../../lib/shortcuts/registry.ts'
import { useUrlOpen, useUrlText } from '../../lib/use-url-state.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NothingFound } from '../../ui/nothing-found.tsx'
import { Page } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { LoginScheduleDialog } from './login-schedule-dialog.tsx'
import { useRemoveUser, useUsers } from './use-users.ts'
import { useUserColumns } from './user-columns.tsx'
import { UserDialog } from './user-dialog.tsx'

/** `/usuarios`: the people of the company, what they may do and when. */
export const Screen = observer(() => {
  const t = useT('users')
  const common = useT('common')
  const [text, setText] = useUrlText('busca')
  const [open, setOpen] = useUrlOpen('id')
  const [deleting, setDeleting] = useState<User | null>(null)
  const [scheduling, setScheduling] = useState<User | null>(null)
  const users = useUsers(text)
  const remove = useRemoveUser()
  const columns = useUserColumns()
  useShortcuts(common('screens.users'), [{ keys: 'n', label: t('new'), run: () => setOpen('new') }])
  const rows = users.data?.pages.flatMap((page) => page.users)
  const listed = rows?.find((user) => user.id === Number(open))
  // A link may name somebody who is not on the pages loaded so far.
  const fetched = useQuery({
    queryKey: ['users', Number(open)],
    queryFn: ({ signal }) => call(usersContract.routes.get, { params: { id: Number(open) }, signal }),
    enabled: Number(open) > 0 && rows !== undefined && !listed,
  })
  const editing = listed ?? (Number(open) > 0 ? fetched.data : undefined)
  const add = (
    <Button startDecorator={<UserPlus size={16} />} onClick={() => setOpen('new')}>
      {t('new')}
    </Button>
  )
  return (
    <Page
      fill
      title={common('screens.users')}
      text={t('text')}
      actions={add}
      toolbar={<SearchField label={t('search')} value={text} onChange={setText} />}
    >
      <DataTable
        name="users"
        label={common('screens.users')}
        columns={columns}
        rows={rows}
        rowKey={(user) => user.id}
        onOpen={(user) => setOpen(String(user.id))}
        error={users.error}
        onRetry={() => void users.refetch()}
        hasMore={users.hasNextPage}
        loadingMore={users.isFetchingNextPage}
        onMore={() => void users.fetchNextPage()}
        empty={
          text ? (
            <NothingFound text={text} onClear={() => setText('')} />
          ) : (
            <EmptyState icon={Users} title={t('empty')} text={t('emptyText')} action={add} />
          )
        }
        rowMenu={(user) => (
          <ActionMenu
            label={common('actionsOf', { name: user.name })}
            actions={[
              { id: 'edit', label: common('edit'), icon: Pencil, run: () => setOpen(String(user.id)) },
              { id: 'schedule', label: t('schedule.title'), icon: CalendarClock, run: () => setScheduling(user) },
              user.id !== session.user?.userId && {
                id: 'delete',
                label: common('delete'),
                icon: Trash2,
                tone: 'danger',
                apart: true,
                run: () => setDeleting(user),
              },
            ]}
          />
        )}
      />
      {(open === 'new' || editing) && (
        <UserDialog key={open} user={open === 'new' ? null : (editing ?? null)} onClose={() => setOpen(null)} />
      )}
      {scheduling && <LoginScheduleDialog user={scheduling} onClose={() => setScheduling(null)} />}
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
