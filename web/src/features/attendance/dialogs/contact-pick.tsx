import Autocomplete from '@mui/joy/Autocomplete'
import AutocompleteOption from '@mui/joy/AutocompleteOption'
import Box from '@mui/joy/Box'
import { type Contact, contactsContract } from '@recado/core/modules/contacts/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { SEARCH_DEBOUNCE } from '../../../lib/constants.ts'
import { formatPhone } from '../../../lib/format/phone.ts'
import { call } from '../../../lib/http/client.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { Avatar } from '../../../ui/avatar.tsx'

export type Person = Pick<Contact, 'id' | 'name' | 'number' | 'email' | 'profilePicUrl'>

interface ContactPickProps {
  id: string
  describedBy: string | undefined
  initial?: Person | undefined
  onChange(contactId: number | null, contact: Person | null): void
}

/** One contact, found by name, number or e-mail. */
export function ContactPick({ id, describedBy, initial, onChange }: ContactPickProps) {
  const t = useT('attendance')
  const ui = useT('ui')
  const [text, setText] = useState('')
  const [asked, setAsked] = useState('')
  const [chosen, setChosen] = useState<Person | null>(initial ?? null)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), SEARCH_DEBOUNCE)
    return () => clearTimeout(timer)
  }, [text])
  const query = useQuery({
    queryKey: ['contacts', 'pick', asked],
    queryFn: ({ signal }) =>
      call(contactsContract.routes.list, {
        query: { searchParam: asked, pageSize: 20, isGroup: false },
        signal,
        quiet: true,
      }),
    placeholderData: keepPreviousData,
  })
  return (
    <Autocomplete<Person>
      options={query.data?.contacts ?? []}
      value={chosen}
      loading={query.isFetching}
      autoHighlight
      autoFocus={!initial}
      filterOptions={(options) => options}
      getOptionLabel={(person) => person.name}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      onInputChange={(_, value, reason) => reason === 'input' && setText(value)}
      onChange={(_, person) => {
        setChosen(person)
        onChange(person?.id ?? null, person)
      }}
      placeholder={t('new.contactHint')}
      noOptionsText={ui('nothingFound')}
      loadingText={ui('loading')}
      clearText={ui('clear')}
      openText={ui('open')}
      closeText={ui('close')}
      renderOption={(option, person) => {
        const { key: _, ...rest } = option as typeof option & { key: string }
        return (
          <AutocompleteOption key={person.id} {...rest}>
            <Avatar name={person.name} src={person.profilePicUrl} size={26} />
            <Box sx={{ minWidth: 0 }}>
              {person.name}
              <Box className="tabular" sx={{ fontSize: 'xs', color: 'text.secondary' }}>
                {formatPhone(person.number) || (person.email ?? '')}
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
