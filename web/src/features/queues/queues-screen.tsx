import { Inbox } from 'lucide-react'
import { useT } from '../../lib/i18n/i18n.ts'
import { CatalogueScreen } from '../../ui/catalogue-screen.tsx'
import { useQueueColumns } from './queue-columns.tsx'
import { QueueDialog } from './queue-dialog.tsx'
import { useQueues } from './use-queues.ts'

/** `/filas`: where attendances wait. */
export function Screen() {
  const t = useT('queues')
  const common = useT('common')
  const crud = useQueues()
  const queues = crud.query.data ?? []
  return (
    <CatalogueScreen
      name="queues"
      icon={Inbox}
      crud={crud}
      columns={useQueueColumns(queues)}
      textOf={(queue) => `${queue.name} ${queue.transferKeywords.join(' ')}`}
      texts={{
        title: common('screens.queues'),
        text: t('text'),
        search: t('search'),
        add: t('new'),
        empty: t('empty'),
        emptyText: t('emptyText'),
        deleteTitle: (name) => t('deleteTitle', { name }),
        deleteText: t('deleteText'),
      }}
      dialog={({ row, onSave, onClose }) => (
        <QueueDialog
          key={row?.id}
          queue={row}
          others={queues.filter((queue) => queue.id !== row?.id)}
          onSave={onSave}
          onClose={onClose}
        />
      )}
    />
  )
}
