import Box from '@mui/joy/Box'
import Input from '@mui/joy/Input'
import Option from '@mui/joy/Option'
import Select from '@mui/joy/Select'
import Stack from '@mui/joy/Stack'
import Switch from '@mui/joy/Switch'
import Textarea from '@mui/joy/Textarea'
import Typography from '@mui/joy/Typography'
import { type ReactNode, useId } from 'react'
import { ColourField } from '../colour.tsx'
import { FieldFrame } from './field.tsx'
import type { Form } from './use-form.ts'

/** Names of the fields of `Values` that hold a `T`. */
export type FieldOf<Values, T> = {
  [K in keyof Values]-?: NonNullable<Values[K]> extends T ? K : never
}[keyof Values] &
  string

interface Common<Values extends object, T> {
  form: Form<Values>
  name: FieldOf<Values, T>
  label: string
  help?: ReactNode
  optional?: boolean
  disabled?: boolean
}

interface TextProps<Values extends object> extends Common<Values, string> {
  type?: 'text' | 'email' | 'tel' | 'url' | 'time' | 'date' | 'datetime-local'
  placeholder?: string
  autoFocus?: boolean
  autoComplete?: string
  /** Lines; more than one makes a growing text area. */
  lines?: number
  maxLength?: number
}

export function TextField<Values extends object>({ form, name, label, help, optional, ...rest }: TextProps<Values>) {
  const {
    type = 'text',
    placeholder,
    autoFocus = false,
    autoComplete = 'off',
    lines = 1,
    maxLength,
    disabled = false,
  } = rest
  const value = (form.values[name] ?? '') as string
  const change = (text: string) => form.set(name, text as Values[typeof name])
  return (
    <FieldFrame label={label} help={help} optional={optional ?? false} problem={form.problems[name]} name={name}>
      {({ id, describedBy }) =>
        lines > 1 ? (
          <Textarea
            value={value}
            minRows={lines}
            maxRows={12}
            disabled={disabled}
            onChange={(event) => change(event.target.value)}
            onBlur={() => form.touch(name)}
            slotProps={{ textarea: { id, 'aria-describedby': describedBy, autoFocus, maxLength, placeholder } }}
          />
        ) : (
          <Input
            type={type}
            value={value}
            disabled={disabled}
            onChange={(event) => change(event.target.value)}
            onBlur={() => form.touch(name)}
            slotProps={{
              input: { id, 'aria-describedby': describedBy, autoFocus, autoComplete, maxLength, placeholder },
            }}
          />
        )
      }
    </FieldFrame>
  )
}

interface NumberProps<Values extends object> extends Common<Values, number> {
  placeholder?: string
  /** Step of the arrows; `any` for fractions. */
  step?: number | 'any'
}

/** A whole or broken number. Empty is null where it is optional, else no number, which the schema refuses. */
export function NumberField<Values extends object>(props: NumberProps<Values>) {
  const { form, name, label, help, optional, disabled = false, placeholder, step = 1 } = props
  const value = form.values[name] as number | null
  return (
    <FieldFrame label={label} help={help} optional={optional ?? false} problem={form.problems[name]} name={name}>
      {({ id, describedBy }) => (
        <Input
          type="number"
          value={value === null || Number.isNaN(value) ? '' : value}
          disabled={disabled}
          onChange={({ target }) =>
            form.set(name, (optional && target.value === '' ? null : target.valueAsNumber) as Values[typeof name])
          }
          onBlur={() => form.touch(name)}
          slotProps={{ input: { id, 'aria-describedby': describedBy, step, placeholder } }}
        />
      )}
    </FieldFrame>
  )
}

export interface Choice<T extends string | number> {
  value: T
  label: string
  /** Stands before the label: a dot, an icon. */
  mark?: ReactNode
  hint?: string
}

export function SelectField<Values extends object, T extends string | number>(
  props: Common<Values, T> & { choices: Choice<T>[]; placeholder?: string; clearable?: boolean },
) {
  const { form, name, label, help, optional, disabled = false, choices, placeholder, clearable = false } = props
  return (
    <FieldFrame label={label} help={help} optional={optional ?? false} problem={form.problems[name]} name={name}>
      {({ id, describedBy }) => (
        <Select<T | ''>
          value={(form.values[name] ?? '') as T | ''}
          disabled={disabled}
          placeholder={placeholder}
          // null comes while the options are being drawn anew, and is nobody's choice
          onChange={(_, value) =>
            value !== null && form.set(name, (value === '' ? null : value) as Values[typeof name])
          }
          onClose={() => form.touch(name)}
          slotProps={{ button: { id, 'aria-describedby': describedBy }, listbox: { sx: { maxHeight: 320 } } }}
        >
          {clearable && <Option value="">{placeholder ?? '–'}</Option>}
          {choices.map((choice) => (
            <Option key={choice.value} value={choice.value} label={choice.label}>
              {choice.mark}
              <Box>
                {choice.label}
                {choice.hint && <Typography level="body-xs">{choice.hint}</Typography>}
              </Box>
            </Option>
          ))}
        </Select>
      )}
    </FieldFrame>
  )
}

/** One line: what it does on the left, the switch on the right. */
export function SwitchField<Values extends object>({ form, name, label, help, disabled }: Common<Values, boolean>) {
  const id = useId()
  return (
    <Stack direction="row" spacing={4} alignItems="flex-start" justifyContent="space-between" data-field={name}>
      <Box component="label" htmlFor={id} sx={{ cursor: 'pointer' }}>
        <Typography level="title-sm">{label}</Typography>
        {help && (
          <Typography level="body-xs" id={`${id}-help`}>
            {help}
          </Typography>
        )}
      </Box>
      <Switch
        checked={Boolean(form.values[name])}
        disabled={disabled ?? false}
        onChange={(event) => form.set(name, event.target.checked as Values[typeof name])}
        slotProps={{ input: { id, role: 'switch', ...(help ? { 'aria-describedby': `${id}-help` } : {}) } }}
      />
    </Stack>
  )
}

export function ColourFormField<Values extends object>({ form, name, label, help }: Common<Values, string>) {
  return (
    <FieldFrame label={label} help={help} problem={form.problems[name]} name={name}>
      {({ id, describedBy }) => (
        <ColourField
          id={id}
          aria-describedby={describedBy}
          value={(form.values[name] ?? '') as string}
          onChange={(colour) => form.set(name, colour as Values[typeof name])}
        />
      )}
    </FieldFrame>
  )
}
