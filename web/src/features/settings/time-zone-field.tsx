import Autocomplete from '@mui/joy/Autocomplete'
import { useMemo } from 'react'
import { useT } from '../../lib/i18n/i18n.ts'

interface TimeZoneFieldProps {
  id: string
  describedBy: string | undefined
  value: string
  onChange(value: string): void
}

/** All zones that the browser knows. */
export function TimeZoneField({ id, describedBy, value, onChange }: TimeZoneFieldProps) {
  const ui = useT('ui')
  const zones = useMemo(() => [...new Set([value, ...Intl.supportedValuesOf('timeZone')])].sort(), [value])
  return (
    <Autocomplete
      disableClearable
      options={zones}
      value={value}
      onChange={(_, zone) => onChange(zone)}
      noOptionsText={ui('nothingFound')}
      openText={ui('open')}
      closeText={ui('close')}
      slotProps={{
        input: { id, ...(describedBy ? { 'aria-describedby': describedBy } : {}) },
        listbox: { sx: { maxHeight: 280 } },
      }}
      sx={{ width: 260 }}
    />
  )
}
