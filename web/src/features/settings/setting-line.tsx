import Box from '@mui/joy/Box'
import Input from '@mui/joy/Input'
import Link from '@mui/joy/Link'
import Option from '@mui/joy/Option'
import Select from '@mui/joy/Select'
import Stack from '@mui/joy/Stack'
import Switch from '@mui/joy/Switch'
import Textarea from '@mui/joy/Textarea'
import Typography from '@mui/joy/Typography'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { useT } from '../../lib/i18n/i18n.ts'
import { holdUnsaved } from '../../lib/unsaved.ts'
import { useChoiceText, useSettingTexts } from './setting-texts.ts'
import { TimeZoneField } from './time-zone-field.tsx'
import type { SettingRow } from './use-setting-rows.ts'

interface SettingLineProps {
  row: SettingRow
  onSave(value: string): void
}

/** One setting: name and explanation on the left, its control on the right. */
export function SettingLine({ row, onSave }: SettingLineProps) {
  const texts = useSettingTexts()
  const id = useId()
  const { label, help } = texts(row.key)
  const wide = row.type === 'text'
  const isSwitch = row.type === 'switch'
  return (
    <Stack
      direction={wide ? 'column' : { xs: isSwitch ? 'row' : 'column', sm: 'row' }}
      spacing={wide ? 2 : { xs: isSwitch ? 4 : 2, sm: 6 }}
      justifyContent="space-between"
      sx={{ px: 4, py: 3, '& + &': { borderTop: '1px solid', borderColor: 'divider' } }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box component="label" htmlFor={id} sx={{ display: 'block' }}>
          <Typography level="title-sm">{label}</Typography>
          {help && (
            <Typography level="body-xs" id={`${id}-help`}>
              {help}
            </Typography>
          )}
        </Box>
        <DefaultNote row={row} label={label} onSave={onSave} />
      </Box>
      <Box
        sx={{ flexShrink: 0, alignSelf: wide ? 'stretch' : { xs: isSwitch ? 'center' : 'flex-start', sm: 'center' } }}
      >
        <Control row={row} id={id} describedBy={help ? `${id}-help` : undefined} onSave={onSave} />
      </Box>
    </Stack>
  )
}

/** What it is until somebody changes it, and the way back there. Long texts only have the way back. */
function DefaultNote({ row, label, onSave }: SettingLineProps & { label: string }) {
  const t = useT('settings')
  const choiceText = useChoiceText()
  const isChanged = row.value !== row.default
  const shown: Record<SettingRow['type'], () => string | null> = {
    switch: () => t(row.default === 'enabled' ? 'on' : 'off'),
    choice: () => choiceText(row.default),
    number: () => row.default,
    timezone: () => row.default,
    text: () => null,
  }
  const value = shown[row.type]()
  if (value === null && !isChanged) return null
  return (
    <Typography level="body-xs" textColor="text.tertiary" sx={{ mt: 1 }}>
      {value !== null && t('default', { value })}
      {isChanged && (
        <Link
          component="button"
          level="body-xs"
          aria-label={`${t('reset')}: ${label}`}
          onClick={() => onSave(row.default)}
          sx={{ ml: value === null ? 0 : 2 }}
        >
          {t('reset')}
        </Link>
      )}
    </Typography>
  )
}

interface ControlProps extends SettingLineProps {
  id: string
  describedBy: string | undefined
}

function Control({ row, id, describedBy, onSave }: ControlProps) {
  const choiceText = useChoiceText()
  switch (row.type) {
    case 'switch':
      return (
        <Switch
          checked={row.value === 'enabled'}
          onChange={(event) => onSave(event.target.checked ? 'enabled' : 'disabled')}
          slotProps={{ input: { id, role: 'switch', 'aria-describedby': describedBy } }}
        />
      )
    case 'choice':
      return (
        <Select<string>
          value={row.value}
          onChange={(_, value) => value !== null && onSave(value)}
          slotProps={{ button: { id, 'aria-describedby': describedBy } }}
          sx={{ minWidth: 160 }}
        >
          {row.choices?.map((choice) => (
            <Option key={choice} value={choice}>
              {choiceText(choice)}
            </Option>
          ))}
        </Select>
      )
    case 'timezone':
      return <TimeZoneField id={id} describedBy={describedBy} value={row.value} onChange={onSave} />
    default:
      return <Typed key={row.value} row={row} id={id} describedBy={describedBy} onSave={onSave} />
  }
}

/** Saved when it is left or Enter is pressed, not with each key; Escape takes it back. */
function Typed({ row, id, describedBy, onSave }: ControlProps) {
  const t = useT('settings')
  const [text, setText] = useState(row.value)
  const number = row.type === 'number'
  const outside =
    number &&
    (!/^\d+$/.test(text) ||
      Number(text) < (row.minimum ?? 0) ||
      Number(text) > (row.maximum ?? Number.MAX_SAFE_INTEGER))
  const changed = text !== row.value
  const isChanged = useEffectEvent(() => changed)
  useEffect(() => holdUnsaved(() => isChanged()), [])
  const commit = () => {
    if (changed && !outside) onSave(text)
  }
  const input = { id, 'aria-describedby': describedBy }
  if (!number) {
    return (
      <Textarea
        value={text}
        minRows={2}
        maxRows={8}
        onChange={(event) => setText(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Escape' && setText(row.value)}
        slotProps={{ textarea: { ...input, maxLength: 4096 } }}
      />
    )
  }
  return (
    <Box sx={{ width: 160 }}>
      <Input
        type="number"
        value={text}
        error={outside}
        onChange={(event) => setText(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit()
          if (event.key === 'Escape') setText(row.value)
        }}
        slotProps={{ input: { ...input, min: row.minimum ?? undefined, max: row.maximum ?? undefined } }}
      />
      {outside && (
        <Typography level="body-xs" color="danger" role="alert" sx={{ mt: 1 }}>
          {t('between', { minimum: row.minimum ?? 0, maximum: row.maximum ?? '∞' })}
        </Typography>
      )}
    </Box>
  )
}
