import Autocomplete from '@mui/joy/Autocomplete'
import { useT } from '../../lib/i18n/i18n.ts'
import { PickChip } from './pick-chip.tsx'

interface WordsInputProps {
  value: readonly string[]
  onChange(value: string[]): void
  id?: string
  describedBy?: string | undefined
  disabled?: boolean
  placeholder?: string
}

/** Words or short lines of one's own; Enter or a comma adds, what was typed counts when the field is left. */
export function WordsInput({ value, onChange, id, describedBy, disabled = false, placeholder }: WordsInputProps) {
  const t = useT('ui')
  const take = (words: readonly string[]) =>
    onChange([
      ...new Set(
        words
          .flatMap((word) => word.split(','))
          .map((word) => word.trim())
          .filter(Boolean),
      ),
    ])
  return (
    <Autocomplete
      multiple
      freeSolo
      autoSelect
      disabled={disabled}
      options={[]}
      value={[...value]}
      onChange={(_, next) => take(next)}
      clearText={t('clear')}
      {...(value.length === 0 && placeholder ? { placeholder } : {})}
      renderTags={(tags, getTagProps) =>
        tags.map((word, index) => (
          <PickChip key={word} label={word} disabled={disabled} onDelete={getTagProps({ index }).onClick} />
        ))
      }
      slotProps={{
        input: { ...(id ? { id } : {}), ...(describedBy ? { 'aria-describedby': describedBy } : {}) },
      }}
    />
  )
}
