import Radio from '@mui/joy/Radio'
import RadioGroup from '@mui/joy/RadioGroup'
import type { ReactNode } from 'react'

interface SegmentsProps<T extends string> {
  label: string
  value: T
  onChange(value: T): void
  choices: { value: T; label: ReactNode }[]
  /** Takes the width it needs instead of all there is. */
  inline?: boolean
}

/** A few choices side by side, one of them taken. */
export function Segments<T extends string>({ label, value, onChange, choices, inline = false }: SegmentsProps<T>) {
  return (
    <RadioGroup
      orientation="horizontal"
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value as T)}
      sx={{
        '--RadioGroup-gap': '0px',
        p: 0.5,
        gap: 0.5,
        borderRadius: 8,
        bgcolor: 'background.level1',
        border: '1px solid',
        borderColor: 'divider',
        ...(inline ? { display: 'inline-flex' } : {}),
      }}
    >
      {choices.map((choice) => (
        <Radio
          key={choice.value}
          value={choice.value}
          label={choice.label}
          disableIcon
          variant="plain"
          sx={{
            // a longer word gets more room than a short one
            flex: inline ? 'none' : '1 1 auto',
            px: 3,
            py: 1,
            minHeight: 30,
            justifyContent: 'center',
            alignItems: 'center',
          }}
          slotProps={{
            label: ({ checked }) => ({
              sx: { textAlign: 'center', fontSize: 'sm', fontWeight: checked ? 600 : 500, whiteSpace: 'nowrap' },
            }),
            action: ({ checked }) => ({
              sx: {
                borderRadius: 6,
                ...(checked
                  ? { bgcolor: 'background.surface', boxShadow: '0 0 0 1px var(--joy-palette-divider)' }
                  : {}),
              },
            }),
          }}
        />
      ))}
    </RadioGroup>
  )
}
