import Button from '@mui/joy/Button'
import { type User, usersContract } from '@recado/core/modules/users/contract'
import { useQuery } from '@tanstack/react-query'
import { UserPlus, Users } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { call } from '../../lib/http/client.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { useShortcuts } from '../../lib/shortcuts/registry.ts'
import { useUrlOpen, useUrlText } from '../../lib/use-url-state.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NothingFound } from '../../ui/nothing-found.tsx'
import { Page } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { LoginScheduleDialog } from './login-schedule-dialog.tsx'
import { useRemoveUser, useResetTwoFactor, useUsers } from './use-users.ts'
import { useUserColumns } from './user-columns.tsx'
import { UserDialog } from './user-dialog.tsx'
import { UserMenu } from './user-menu.tsx'
import { UsersTabs } from './users-tabs.tsx'

/** The people of the company, what they may do and when. */
export const PeopleTab = observer(() => {
  const t = useT('users')
  const common = useT('common')
  const [text, setText] = useUrlText('busca')
  const [open, setOpen] = useUrlOpen('id')
  const [asking, setAsking] = useState<{ about: 'delete' | 'reset' | 'schedule'; user: User } | null>(null)
  const users = useUsers(text)
  const remove = useRemoveUser()
  const reset = useResetTwoFactor()
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
  const close = () => setAsking(null)
  return (
    <Page
      fill
      title={common('screens.users')}
      text={t('text')}
      actions={add}
      toolbar={
        <>
          <UsersTabs value="pessoas" />
          <SearchField label={t('search')} value={text} onChange={setText} />
        </>
      }
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
          <UserMenu user={user} onEdit={() => setOpen(String(user.id))} onAsk={(about) => setAsking({ about, user })} />
        )}
      />
      {(open === 'new' || editing) && (
        <UserDialog key={open} user={open === 'new' ? null : (editing ?? null)} onClose={() => setOpen(null)} />
      )}
      {asking?.about === 'schedule' && <LoginScheduleDialog user={asking.user} onClose={close} />}
      {asking?.about === 'delete' && (
        <ConfirmDialog
          title={t('deleteTitle', { name: asking.user.name })}
          text={t('deleteText')}
          confirmLabel={common('delete')}
          tone="danger"
          onConfirm={() => remove.mutateAsync(asking.user)}
          onClose={close}
        />
      )}
      {asking?.about === 'reset' && (
        <ConfirmDialog
          title={t('reset.title', { name: asking.user.name })}
          text={t('reset.text')}
          confirmLabel={t('reset.confirm')}
          tone="danger"
          onConfirm={() => reset.mutateAsync(asking.user)}
          onClose={close}
        />
      )}
    </Page>
  )
})
