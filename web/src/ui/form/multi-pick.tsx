import Autocomplete from '@mui/joy/Autocomplete'
import AutocompleteOption from '@mui/joy/AutocompleteOption'
import { useT } from '../../lib/i18n/i18n.ts'
import type { Choice } from './fields.tsx'
import { PickChip } from './pick-chip.tsx'

export interface MultiPickProps<T extends string | number> {
  value: readonly T[]
  onChange(value: T[]): void
  choices: Choice<T>[]
  placeholder?: string
  id?: string
  describedBy?: string | undefined
  disabled?: boolean
}

interface MultiPickBegin {
  /** It takes the cursor; with a pointer its list opens, too. */
  begin?: 'keys' | 'pointer'
}

/** Several of a list, searched by typing, shown as chips. */
export function MultiPick<T extends string | number>(props: MultiPickProps<T> & MultiPickBegin) {
  const { value, onChange, choices, placeholder, id, describedBy, disabled = false, begin } = props
  const t = useT('ui')
  const chosen = value.map(
    (item) => choices.find((choice) => choice.value === item) ?? { value: item, label: `#${item}` },
  )
  return (
    <Autocomplete
      multiple
      autoFocus={begin !== undefined}
      openOnFocus={begin === 'pointer'}
      disableCloseOnSelect
      disabled={disabled}
      options={choices}
      value={chosen}
      onChange={(_, next) => onChange(next.map((choice) => choice.value))}
      getOptionLabel={(choice) => choice.label}
      isOptionEqualToValue={(a, b) => a.value === b.value}
      noOptionsText={t('nothingFound')}
      clearText={t('clear')}
      openText={t('open')}
      closeText={t('close')}
      {...(chosen.length === 0 && placeholder ? { placeholder } : {})}
      renderOption={(option, choice) => {
        const { key, ...rest } = option as typeof option & { key: string }
        return (
          <AutocompleteOption key={key} {...rest}>
            {choice.mark}
            {choice.label}
          </AutocompleteOption>
        )
      }}
      renderTags={(tags, getTagProps) =>
        tags.map((choice, index) => {
          const { onClick, tabIndex, 'data-tag-index': place } = getTagProps({ index })
          return (
            <PickChip
              key={choice.value}
              label={choice.label}
              mark={choice.mark}
              disabled={disabled}
              onDelete={onClick}
              tabIndex={tabIndex}
              data-tag-index={place}
            />
          )
        })
      }
      slotProps={{
        input: { ...(id ? { id } : {}), ...(describedBy ? { 'aria-describedby': describedBy } : {}) },
        listbox: { sx: { maxHeight: 280, zIndex: 'tooltip' } },
      }}
    />
  )
}
