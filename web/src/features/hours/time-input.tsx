import Input from '@mui/joy/Input'

interface TimeInputProps {
  label?: string
  id?: string
  describedBy?: string | undefined
  /** `HH:mm`; ends go up to `24:00`, which the browser's field knows as 00:00. */
  value: string
  isEnd?: boolean
  isWrong?: boolean
  onChange(value: string): void
}

const MIDNIGHT = '00:00'
const END = '24:00'

export function TimeInput({ label, id, describedBy, value, isEnd = false, isWrong = false, onChange }: TimeInputProps) {
  return (
    <Input
      type="time"
      error={isWrong}
      value={value === END ? MIDNIGHT : value}
      onChange={({ target }) => onChange(isEnd && target.value === MIDNIGHT ? END : target.value)}
      slotProps={{
        input: {
          ...(label ? { 'aria-label': label } : {}),
          ...(id ? { id } : {}),
          ...(describedBy ? { 'aria-describedby': describedBy } : {}),
        },
      }}
      sx={{ minWidth: 104 }}
    />
  )
}
