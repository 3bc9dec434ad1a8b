import Input from '@mui/joy/Input'
import Option from '@mui/joy/Option'
import Select from '@mui/joy/Select'
import Stack from '@mui/joy/Stack'
import Textarea from '@mui/joy/Textarea'
import { useState } from 'react'
import { useT } from '../../lib/i18n/i18n.ts'
import { OptionsSelect } from './choices.tsx'
import { rulesOf, textOf, type WidgetProps } from './types.ts'

export function TextWidget(props: WidgetProps) {
  const { id, describedBy, schema, ui, value, disabled, onChange, onTouch } = props
  if (ui.optionsFrom) return <OptionsSelect {...props} />
  const { maxLength, format } = rulesOf(schema)
  return (
    <Input
      type={format === 'uri' ? 'url' : format === 'email' ? 'email' : 'text'}
      value={textOf(value)}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onTouch}
      slotProps={{
        input: { id, 'aria-describedby': describedBy, maxLength, placeholder: ui.placeholder, autoComplete: 'off' },
      }}
    />
  )
}

export function MultilineWidget({ id, describedBy, schema, ui, value, disabled, onChange, onTouch }: WidgetProps) {
  const { maxLength } = rulesOf(schema)
  return (
    <Textarea
      value={textOf(value)}
      minRows={3}
      maxRows={14}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onTouch}
      slotProps={{ textarea: { id, 'aria-describedby': describedBy, maxLength, placeholder: ui.placeholder } }}
    />
  )
}

export function NumberWidget({ id, describedBy, schema, ui, value, disabled, onChange, onTouch }: WidgetProps) {
  const { minimum, maximum } = rulesOf(schema)
  return (
    <Input
      type="number"
      value={typeof value === 'number' ? value : ''}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.valueAsNumber)}
      onBlur={onTouch}
      slotProps={{
        input: { id, 'aria-describedby': describedBy, min: minimum, max: maximum, placeholder: ui.placeholder },
      }}
      sx={{ maxWidth: 200 }}
    />
  )
}

const UNITS = { minutes: 1, hours: 60, days: 1440 } as const
type Unit = keyof typeof UNITS

/** The largest unit that shows the value whole. */
export const unitOf = (minutes: number): Unit =>
  minutes > 0 && minutes % 1440 === 0 ? 'days' : minutes > 0 && minutes % 60 === 0 ? 'hours' : 'minutes'

/** Stored in minutes, typed in whatever fits. */
export function MinutesWidget({ id, describedBy, schema, ui, value, disabled, onChange, onTouch }: WidgetProps) {
  const t = useT('pluginUi')
  const minutes = typeof value === 'number' ? value : undefined
  const [unit, setUnit] = useState<Unit>(unitOf(minutes ?? 0))
  const { maximum } = rulesOf(schema)
  const amount = minutes === undefined ? '' : minutes / UNITS[unit]
  return (
    <Stack direction="row" spacing={2}>
      <Input
        type="number"
        value={amount}
        disabled={disabled}
        onChange={(event) =>
          onChange(event.target.value === '' ? undefined : Math.round(event.target.valueAsNumber * UNITS[unit]))
        }
        onBlur={onTouch}
        slotProps={{
          input: {
            id,
            'aria-describedby': describedBy,
            'aria-label': ui.label,
            min: 0,
            max: maximum === undefined ? undefined : Math.floor(maximum / UNITS[unit]),
          },
        }}
        sx={{ width: 120 }}
      />
      <Select<Unit>
        value={unit}
        disabled={disabled}
        onChange={(_, next) => {
          if (!next) return
          setUnit(next)
          if (typeof amount === 'number') onChange(Math.round(amount * UNITS[next]))
        }}
        slotProps={{ button: { 'aria-label': t('unit') } }}
      >
        {(Object.keys(UNITS) as Unit[]).map((each) => (
          <Option key={each} value={each}>
            {t(`units.${each}`)}
          </Option>
        ))}
      </Select>
    </Stack>
  )
}
