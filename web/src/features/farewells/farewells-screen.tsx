import Box from '@mui/joy/Box'
import { type Farewell, farewellsContract } from '@recado/core/modules/farewells/contract'
import { queuesContract } from '@recado/core/modules/queues/contract'
import { mayChangeText } from '@recado/core/modules/quick-messages/policy'
import { useQuery } from '@tanstack/react-query'
import { HandHeart } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { call } from '../../lib/http/client.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { session } from '../../lib/session/session.ts'
import { useCrud } from '../../lib/use-crud.ts'
import { CatalogueScreen } from '../../ui/catalogue-screen.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { FarewellDialog, type FarewellRow, type FarewellValues } from './farewell-dialog.tsx'

const { list, create, update, remove } = farewellsContract.routes

/** Its first words stand for a missing name. */
const rowOf = (farewell: Farewell): FarewellRow => ({
  ...farewell,
  givenName: farewell.name,
  name: farewell.name || farewell.message.slice(0, 60),
})

/** `/despedida`: what is said to customers when their ticket is resolved. */
export const Screen = observer(() => {
  const t = useT('farewells')
  const common = useT('common')
  const queues = useQuery({
    queryKey: ['queues'],
    queryFn: ({ signal }) => call(queuesContract.routes.list, { signal }),
  })
  const crud = useCrud<FarewellRow, FarewellValues>({
    queryKey: ['farewells', 'rows'],
    list: async (signal) => (await call(list, { signal })).map(rowOf),
    create: async (body) => rowOf(await call(create, { body })),
    update: async (id, body) => rowOf(await call(update, { params: { id }, body })),
    remove: (id) => call(remove, { params: { id } }),
    events: ['farewell'],
  })
  const { user } = session
  const names = new Map(queues.data?.map((queue) => [queue.id, queue.name]))
  const columns: Column<FarewellRow>[] = [
    {
      id: 'name',
      header: common('name'),
      cell: (row) => <strong>{row.name}</strong>,
      sortBy: (row) => row.name,
      width: '220px',
      priority: 1,
      fixed: true,
    },
    {
      id: 'message',
      header: t('message'),
      cell: (row) => (
        <Box dir="auto" sx={excerptStyles}>
          {row.message}
        </Box>
      ),
    },
    {
      id: 'queues',
      header: t('queues'),
      cell: (row) => row.queueIds.map((id) => names.get(id) ?? `#${id}`).join(', ') || t('allQueues'),
      width: '200px',
    },
    {
      id: 'owner',
      header: t('owner'),
      cell: (row) => (row.showAll ? t('forAll', { name: row.user?.name ?? '–' }) : t('onlyMine')),
      width: '220px',
    },
  ]
  return (
    <CatalogueScreen
      name="farewells"
      icon={HandHeart}
      crud={crud}
      columns={columns}
      textOf={(row) => `${row.name} ${row.message}`}
      mayChange={(row) => user !== null && mayChangeText({ userId: user.userId, profile: user.profile }, row)}
      texts={{
        title: common('screens.farewells'),
        text: t('text'),
        search: t('search'),
        add: t('new'),
        empty: t('empty'),
        emptyText: t('emptyText'),
        deleteTitle: (name) => t('deleteTitle', { name }),
        deleteText: t('deleteText'),
      }}
      dialog={({ row, onSave, onClose }) => (
        <FarewellDialog key={row?.id} farewell={row} queues={queues.data ?? []} onSave={onSave} onClose={onClose} />
      )}
    />
  )
})

/** Two lines at most, which share the width with the other columns. */
const excerptStyles = {
  display: '-webkit-box',
  WebkitLineClamp: 2,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
  overflowWrap: 'anywhere',
  minWidth: 120,
}
