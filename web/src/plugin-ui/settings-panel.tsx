import Box from '@mui/joy/Box'
import Stack from '@mui/joy/Stack'
import Typography from '@mui/joy/Typography'
import { type FieldProblem, fieldUi, propertiesOf } from '@recado/sdk/settings'
import type { TSchema } from 'typebox'
import { type Draft, sectionsOf } from './draft.ts'
import { SettingsField } from './settings-field.tsx'

interface SettingsPanelProps {
  schema: TSchema
  draft: Draft
  onChange(draft: Draft): void
  /** Problems to show, by field. */
  problems: Record<string, FieldProblem>
  /** A field was left: its problem may now be told. */
  onTouch?(name: string): void
  disabled?: boolean
  /** Sets the panel's fields apart from others of the same form, for the links of its summary. */
  prefix?: string
}

/** A plugin's settings, drawn from its schema alone: groups as sections, hidden fields gone. */
export function SettingsPanel({
  schema,
  draft,
  onChange,
  problems,
  onTouch,
  disabled = false,
  prefix = '',
}: SettingsPanelProps) {
  const properties = propertiesOf(schema)
  const set = (name: string, value: unknown) => {
    const values = { ...draft.values }
    if (value === undefined) delete values[name]
    else values[name] = value
    onChange({ ...draft, values })
  }
  return (
    <Stack spacing={6}>
      {sectionsOf(schema, draft.values).map((section) => (
        <Box key={section.title} component="section" aria-label={section.title}>
          {section.title && (
            <Typography level="title-sm" component="h3" textColor="text.secondary" sx={{ mb: 3 }}>
              {section.title}
            </Typography>
          )}
          <Stack spacing={4}>
            {section.fields.map((name) => {
              const field = properties[name]
              const ui = fieldUi(field)
              if (!field || !ui) return null
              return (
                <SettingsField
                  key={name}
                  name={prefix + name}
                  schema={field}
                  ui={ui}
                  value={draft.values[name]}
                  stored={draft.stored[name]}
                  problem={problems[name]}
                  required={isRequired(schema, name)}
                  disabled={disabled}
                  onChange={(value) => set(name, value)}
                  onTouch={() => onTouch?.(name)}
                />
              )
            })}
          </Stack>
        </Box>
      ))}
    </Stack>
  )
}

const isRequired = (schema: TSchema, name: string): boolean =>
  ((schema as unknown as { required?: string[] }).required ?? []).includes(name)
