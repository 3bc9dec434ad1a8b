import Autocomplete from '@mui/joy/Autocomplete'
import AutocompleteOption from '@mui/joy/AutocompleteOption'
import Box from '@mui/joy/Box'
import { type Contact, contactsContract } from '@recado/core/modules/contacts/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { SEARCH_DEBOUNCE } from '../lib/constants.ts'
import { describe } from '../lib/errors.ts'
import { formatPhone } from '../lib/format/phone.ts'
import { call } from '../lib/http/client.ts'
import { useT } from '../lib/i18n/i18n.ts'
import { Avatar } from '../ui/avatar.tsx'

const MIN_LETTERS = 2

interface OtherContactPickProps {
  id: string
  describedBy: string | undefined
  /** Not this one. */
  than?: number
  placeholder?: string
  onChange(contact: Contact | null): void
}

/** Another contact, found by name, number or e-mail once two letters are typed. */
export function OtherContactPick({ id, describedBy, than, placeholder, onChange }: OtherContactPickProps) {
  const t = useT('contactUi')
  const ui = useT('ui')
  const [text, setText] = useState('')
  const [asked, setAsked] = useState('')
  const [chosen, setChosen] = useState<Contact | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), SEARCH_DEBOUNCE)
    return () => clearTimeout(timer)
  }, [text])
  const isAsked = asked.length >= MIN_LETTERS
  const query = useQuery({
    queryKey: ['contacts', 'other', asked],
    queryFn: ({ signal }) =>
      call(contactsContract.routes.list, {
        query: { searchParam: asked, pageSize: 20, isGroup: false },
        signal,
        quiet: true,
      }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  const found = isAsked ? (query.data?.contacts ?? []).filter((contact) => contact.id !== than) : []
  return (
    <Autocomplete<Contact>
      options={found}
      value={chosen}
      loading={isAsked && query.isFetching}
      autoHighlight
      autoFocus
      filterOptions={(options) => options}
      getOptionLabel={(contact) => contact.name}
      getOptionKey={(contact) => contact.id}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      onInputChange={(_, value, reason) => reason === 'input' && setText(value)}
      onChange={(_, contact) => {
        setChosen(contact)
        onChange(contact)
      }}
      placeholder={placeholder ?? t('merge.search')}
      noOptionsText={query.error ? describe(query.error).text : isAsked ? ui('nothingFound') : t('merge.typeMore')}
      loadingText={ui('loading')}
      clearText={ui('clear')}
      openText={ui('open')}
      closeText={ui('close')}
      renderOption={(option, contact) => {
        const { key: _, ...rest } = option as typeof option & { key: string }
        return (
          <AutocompleteOption key={contact.id} {...rest}>
            <Avatar name={contact.name} src={contact.profilePicUrl} size={26} />
            <Box sx={{ minWidth: 0 }}>
              <Box sx={{ overflowWrap: 'anywhere' }}>{contact.name}</Box>
              <Box className="tabular" sx={{ fontSize: 'xs', color: 'text.secondary' }}>
                {numberOf(contact) || contact.email || contact.addresses[0]?.value}
              </Box>
            </Box>
          </AutocompleteOption>
        )
      }}
      slotProps={{
        input: { id, ...(describedBy ? { 'aria-describedby': describedBy } : {}) },
        listbox: { sx: { maxHeight: 280, zIndex: 'tooltip' } },
      }}
    />
  )
}

/** Masked numbers stay as they come. */
const numberOf = ({ number }: Contact): string =>
  number && /^\d+$/.test(number) ? formatPhone(number) : (number ?? '')
