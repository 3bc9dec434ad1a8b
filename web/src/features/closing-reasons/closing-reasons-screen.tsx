import { type ClosingReason, closingReasonsContract } from '@recado/core/modules/closing-reasons/contract'
import { CircleCheckBig } from 'lucide-react'
import { call } from '../../lib/http/client.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { useCrud } from '../../lib/use-crud.ts'
import { CatalogueScreen, useLabelColumns } from '../../ui/catalogue-screen.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

const { list, create, update, remove } = closingReasonsContract.routes

/** `/motivoencerramento`: why attendances end. */
export function Screen() {
  const t = useT('closingReasons')
  const common = useT('common')
  const crud = useCrud({
    queryKey: ['closingReasons'],
    list: (signal) => call(list, { signal }),
    create: (body: { name: string; color: string; isActive: boolean }) => call(create, { body }),
    update: (id, body) => call(update, { params: { id }, body }),
    remove: (id) => call(remove, { params: { id } }),
    events: ['closingReason'],
  })
  return (
    <CatalogueScreen
      name="closing-reasons"
      icon={CircleCheckBig}
      crud={crud}
      columns={useLabelColumns<ClosingReason>()}
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
        <ReasonDialog key={row?.id} reason={row} onSave={onSave} onClose={onClose} />
      )}
    />
  )
}
