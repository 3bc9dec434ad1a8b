import { type ClosingReason, closingReasonsContract } from '@recado/core/modules/closing-reasons/contract'
import { queuesContract } from '@recado/core/modules/queues/contract'
import { useQuery } from '@tanstack/react-query'
import { CircleCheckBig } from 'lucide-react'
import { call } from '../../lib/http/client.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { useCrud } from '../../lib/use-crud.ts'
import { CatalogueScreen, useLabelColumns } from '../../ui/catalogue-screen.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { ReasonDialog, type ReasonValues } from './reason-dialog.tsx'

const { list, create, update, remove } = closingReasonsContract.routes

/** `/motivoencerramento`: why attendances end. */
export function Screen() {
  const t = useT('closingReasons')
  const common = useT('common')
  const queues = useQuery({
    queryKey: ['queues'],
    queryFn: ({ signal }) => call(queuesContract.routes.list, { signal }),
  })
  const crud = useCrud({
    queryKey: ['closingReasons'],
    list: (signal) => call(list, { signal }),
    create: (body: ReasonValues) => call(create, { body }),
    update: (id, body) => call(update, { params: { id }, body }),
    remove: (id) => call(remove, { params: { id } }),
    events: ['closingReason'],
  })
  const names = new Map(queues.data?.map((queue) => [queue.id, queue.name]))
  const [label, ...columns] = useLabelColumns<ClosingReason>()
  const ofQueues: Column<ClosingReason> = {
    id: 'queues',
    header: t('queues'),
    cell: (row) => row.queueIds.map((id) => names.get(id) ?? `#${id}`).join(', ') || t('allQueues'),
    width: '240px',
  }
  return (
    <CatalogueScreen
      name="closing-reasons"
      icon={CircleCheckBig}
      crud={crud}
      columns={[...(label ? [label] : []), ofQueues, ...columns]}
      texts={{
        title: common('screens.closingReasons'),
        text: t('text'),
        search: t('search'),
        add: t('new'),
        empty: t('empty'),
        emptyText: t('emptyText'),
        deleteTitle: (name) => t('deleteTitle', { name }),
        deleteText: t('deleteText'),
      }}
      dialog={({ row, onSave, onClose }) => (
        <ReasonDialog key={row?.id} reason={row} queues={queues.data ?? []} onSave={onSave} onClose={onClose} />
      )}
    />
  )
}
