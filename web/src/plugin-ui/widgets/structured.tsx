import Box from '@mui/joy/Box'
import Input from '@mui/joy/Input'
import Stack from '@mui/joy/Stack'
import Textarea from '@mui/joy/Textarea'
import Typography from '@mui/joy/Typography'
import { useState } from 'react'
import { useT } from '../../lib/i18n/i18n.ts'
import { ColourField } from '../../ui/colour.tsx'
import { WordsInput } from '../../ui/form/words-field.tsx'
import { textOf, type WidgetProps } from './types.ts'

export function KeywordsWidget({ id, describedBy, ui, value, disabled, onChange }: WidgetProps) {
  return (
    <WordsInput
      id={id}
      describedBy={describedBy}
      disabled={disabled}
      value={Array.isArray(value) ? (value as string[]) : []}
      onChange={onChange}
      {...(ui.placeholder ? { placeholder: ui.placeholder } : {})}
    />
  )
}

export function ColourWidget({ id, describedBy, value, disabled, onChange }: WidgetProps) {
  return (
    <ColourField id={id} aria-describedby={describedBy} value={textOf(value)} disabled={disabled} onChange={onChange} />
  )
}

interface HostPort {
  host?: string
  port?: number
}

/** Both or neither. */
export function HostPortWidget({ id, describedBy, ui, value, disabled, onChange, onTouch }: WidgetProps) {
  const t = useT('pluginUi')
  const now = (typeof value === 'object' && value !== null ? value : {}) as HostPort
  const set = (next: HostPort) => onChange(next.host || next.port !== undefined ? next : undefined)
  return (
    <Stack direction="row" spacing={2}>
      <Input
        value={now.host ?? ''}
        disabled={disabled}
        onChange={(event) => set({ ...now, host: event.target.value.trim() })}
        onBlur={onTouch}
        slotProps={{
          input: {
            id,
            'aria-describedby': describedBy,
            'aria-label': ui.label,
            placeholder: ui.placeholder ?? t('host'),
            spellCheck: false,
          },
        }}
        sx={{ flex: 1 }}
      />
      <Input
        type="number"
        value={now.port ?? ''}
        disabled={disabled}
        onChange={(event) => {
          const { port: _, ...rest } = now
          set(event.target.value === '' ? rest : { ...now, port: event.target.valueAsNumber })
        }}
        onBlur={onTouch}
        slotProps={{ input: { 'aria-label': t('port'), min: 1, max: 65_535, placeholder: t('port') } }}
        sx={{ width: 110 }}
      />
    </Stack>
  )
}

/** JSON as text; the form keeps the last text that could be read. */
export function JsonWidget({ id, describedBy, value, disabled, onChange, onTouch }: WidgetProps) {
  const t = useT('pluginUi')
  const [text, setText] = useState(() => (value === undefined ? '' : JSON.stringify(value, null, 2)))
  const [broken, setBroken] = useState(false)
  const change = (next: string) => {
    setText(next)
    try {
      onChange(next.trim() === '' ? undefined : JSON.parse(next))
      setBroken(false)
    } catch {
      setBroken(true)
    }
  }
  return (
    <Box>
      <Textarea
        value={text}
        minRows={3}
        maxRows={16}
        disabled={disabled}
        error={broken}
        onChange={(event) => change(event.target.value)}
        onBlur={onTouch}
        slotProps={{ textarea: { id, 'aria-describedby': describedBy, spellCheck: false } }}
        sx={{ fontFamily: 'code', fontSize: 'sm' }}
      />
      {broken && (
        <Typography level="body-xs" color="danger" role="alert" sx={{ mt: 1 }}>
          {t('jsonBroken')}
        </Typography>
      )}
    </Box>
  )
}
