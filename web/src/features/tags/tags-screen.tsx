import { type Tag, tagsContract } from '@recado/core/modules/tags/contract'
import { Tags } from 'lucide-react'
import { call } from '../../lib/http/client.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { useCrud } from '../../lib/use-crud.ts'
import { CatalogueScreen, useLabelColumns } from '../../ui/catalogue-screen.tsx'
import { TagDialog } from './tag-dialog.tsx'

const { list, create, update, remove } = tagsContract.routes

/** `/etiquetas`: labels for contacts. */
export function Screen() {
  const t = useT('tags')
  const common = useT('common')
  const crud = useCrud({
    queryKey: ['tags'],
    list: (signal) => call(list, { signal }),
    create: (body: { tag: string; color: string; isActive: boolean }) => call(create, { body }),
    update: (id, body) => call(update, { params: { id }, body }),
    remove: (id) => call(remove, { params: { id } }),
    events: ['tag'],
  })
  return (
    <CatalogueScreen
      name="tags"
      icon={Tags}
      crud={crud}
      columns={useLabelColumns<Tag>()}
      texts={{
        title: common('screens.tags'),
        text: t('text'),
        search: t('search'),
        add: t('new'),
        empty: t('empty'),
        emptyText: t('emptyText'),
        deleteTitle: (name) => t('deleteTitle', { name }),
        deleteText: t('deleteText'),
      }}
      dialog={({ row, onSave, onClose }) => <TagDialog key={row?.id} tag={row} onSave={onSave} onClose={onClose} />}
    />
  )
}
