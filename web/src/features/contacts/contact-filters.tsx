import { CONTACT_FLAGS, type ContactFlag } from '@recado/core/modules/contacts/contract'
import { useEverybody } from '../../entities/everybody.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { useUrlIds, useUrlText } from '../../lib/use-url-state.ts'
import { ColourDot } from '../../ui/colour.tsx'
import { FilterPick } from '../../ui/filter-pick.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { type ContactFilters, useChannelChoices, useTagChoices } from './use-contacts.ts'

const FLAGS: readonly ContactFlag[] = ['isBlocked', ...CONTACT_FLAGS]

/** What the list is chosen by, kept in the address. */
export function useContactFilters() {
  const [searchParam, setText] = useUrlText('busca')
  const [tagsIds, setTags] = useUrlIds('etiquetas')
  const [walletIds, setWallets] = useUrlIds('carteiras')
  const [whatsappIds, setChannels] = useUrlIds('canais')
  const [flagText, setFlags] = useUrlText('marcacoes')
  const flags = FLAGS.filter((flag) => flagText.split('.').includes(flag))
  const filters: ContactFilters = { searchParam, tagsIds, walletIds, whatsappIds, flags }
  const isFiltered = searchParam !== '' || [tagsIds, walletIds, whatsappIds, flags].some((list) => list.length > 0)
  return {
    filters,
    isFiltered,
    setText,
    setTags,
    setWallets,
    setChannels,
    setFlags: (next: ContactFlag[]) => setFlags(next.join('.')),
    clear() {
      setText('')
      setTags([])
      setWallets([])
      setChannels([])
      setFlags('')
    },
  }
}

export function ContactFilterBar({ state }: { state: ReturnType<typeof useContactFilters> }) {
  const t = useT('contacts')
  const tags = useTagChoices()
  const owners = useEverybody()
  const channels = useChannelChoices()
  const { filters } = state
  return (
    <>
      <SearchField label={t('search')} value={filters.searchParam} onChange={state.setText} />
      <FilterPick
        label={t('tags')}
        value={filters.tagsIds}
        onChange={state.setTags}
        choices={
          tags.data?.map((tag) => ({ value: tag.id, label: tag.name, mark: <ColourDot colour={tag.color} /> })) ?? []
        }
      />
      <FilterPick
        label={t('wallets')}
        value={filters.walletIds}
        onChange={state.setWallets}
        choices={owners.data?.map((user) => ({ value: user.id, label: user.name })) ?? []}
      />
      <FilterPick
        label={t('channels')}
        value={filters.whatsappIds}
        onChange={state.setChannels}
        choices={channels.data?.map((channel) => ({ value: channel.id, label: channel.name })) ?? []}
      />
      <FilterPick
        label={t('flags')}
        value={filters.flags}
        onChange={state.setFlags}
        choices={FLAGS.map((flag) => ({ value: flag, label: t(`flag.${flag}`) }))}
      />
    </>
  )
}
