import Box from '@mui/joy/Box'
import Stack from '@mui/joy/Stack'
import Switch from '@mui/joy/Switch'
import Typography from '@mui/joy/Typography'
import type { FieldUi } from '@recado/sdk/settings'
import { useId } from 'react'

interface SwitchWidgetProps {
  name: string
  ui: FieldUi
  value: unknown
  disabled: boolean
  onChange(value: boolean): void
}

export function SwitchWidget({ name, ui, value, disabled, onChange }: SwitchWidgetProps) {
  const id = useId()
  return (
    <Stack direction="row" spacing={4} alignItems="flex-start" justifyContent="space-between" data-field={name}>
      <Box component="label" htmlFor={id} sx={{ cursor: 'pointer' }}>
        <Typography level="title-sm">{ui.label}</Typography>
        {ui.help && (
          <Typography level="body-xs" id={`${id}-help`}>
            {ui.help}
          </Typography>
        )}
      </Box>
      <Switch
        checked={value === true}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        slotProps={{ input: { id, role: 'switch', ...(ui.help ? { 'aria-describedby': `${id}-help` } : {}) } }}
      />
    </Stack>
  )
}
