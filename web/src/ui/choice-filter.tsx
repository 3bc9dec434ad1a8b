import Option from '@mui/joy/Option'
import Select from '@mui/joy/Select'
import type { Choice } from './form/fields.tsx'

interface ChoiceFilterProps<T extends string | number> {
  label: string
  /** Stands for no filter. */
  all: string
  value: T | ''
  onChange(value: T | ''): void
  choices: Choice<T>[]
}

/** A filter of a list of which one value at most is chosen. */
export function ChoiceFilter<T extends string | number>({
  label,
  all,
  value,
  onChange,
  choices,
}: ChoiceFilterProps<T>) {
  return (
    <Select<T | ''>
      value={value}
      color={value === '' ? 'neutral' : 'primary'}
      onChange={(_, next) => onChange(next ?? '')}
      renderValue={(option) => (value === '' ? label : option?.label)}
      slotProps={{ button: { 'aria-label': label }, listbox: { sx: { maxHeight: 320 } } }}
      sx={{ minHeight: 36, minWidth: 130, maxWidth: 240, bgcolor: 'background.surface' }}
    >
      <Option value="">{all}</Option>
      {choices.map((choice) => (
        <Option key={choice.value} value={choice.value} label={choice.label}>
          {choice.mark}
          {choice.label}
        </Option>
      ))}
    </Select>
  )
}
