import Alert from '@mui/joy/Alert'
import type { FieldProblem, FieldUi, Widget } from '@recado/sdk/settings'
import { type ComponentType, useState } from 'react'
import type { TSchema } from 'typebox'
import { useT } from '../lib/i18n/i18n.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { FieldFrame } from '../ui/form/field.tsx'
import type { StoredSecret } from './draft.ts'
import { ChoiceWidget, MultiChoiceWidget, PickWidget } from './widgets/choices.tsx'
import { FileWidget } from './widgets/file.tsx'
import { GeneratedWidget, SecretWidget } from './widgets/secrets.tsx'
import { ColourWidget, HostPortWidget, JsonWidget, KeywordsWidget } from './widgets/structured.tsx'
import { SwitchWidget } from './widgets/switch.tsx'
import { MinutesWidget, MultilineWidget, NumberWidget, TextWidget } from './widgets/text.tsx'
import type { WidgetProps } from './widgets/types.ts'
import { WeeklyHoursWidget } from './widgets/weekly-hours.tsx'

interface SettingsFieldProps {
  name: string
  schema: TSchema
  ui: FieldUi
  value: unknown
  stored: StoredSecret | undefined
  problem: FieldProblem | undefined
  required: boolean
  disabled: boolean
  onChange(value: unknown): void
  onTouch(): void
}

/** The closed vocabulary of the SDK, one component each. `switch` and `notice` bring their own frame. */
const WIDGETS: Record<Exclude<Widget, 'switch' | 'notice'>, ComponentType<WidgetProps>> = {
  text: TextWidget,
  multiline: MultilineWidget,
  number: NumberWidget,
  choice: ChoiceWidget,
  'multi-choice': MultiChoiceWidget,
  secret: SecretWidget,
  keywords: KeywordsWidget,
  minutes: MinutesWidget,
  colour: ColourWidget,
  file: FileWidget,
  json: JsonWidget,
  'host-port': HostPortWidget,
  'weekly-hours': WeeklyHoursWidget,
  pick: PickWidget,
  generated: GeneratedWidget,
}

/** Of these, leaving one empty is an answer worth naming. */
const TYPED = new Set<Widget>(['text', 'multiline', 'number', 'secret', 'minutes', 'file', 'json', 'host-port'])

/** More than one control under one label. */
const COMPOSITE = new Set<Widget>(['minutes', 'host-port', 'weekly-hours', 'secret', 'file'])

export function SettingsField(props: SettingsFieldProps) {
  const { name, schema, ui, value, stored, problem, required, disabled, onChange, onTouch } = props
  const common = useT('ui')
  const t = useT('pluginUi')
  const [asked, setAsked] = useState<{ value: unknown } | null>(null)
  // A field with a question asks once per form, before the first change.
  const [agreed, setAgreed] = useState(false)
  const change = (next: unknown) => (ui.confirm && !agreed ? setAsked({ value: next }) : onChange(next))

  const question = ui.confirm && asked && (
    <ConfirmDialog
      title={ui.label}
      text={ui.confirm}
      confirmLabel={t('change')}
      cancelLabel={common('cancel')}
      onConfirm={() => {
        setAgreed(true)
        onChange(asked.value)
      }}
      onClose={() => setAsked(null)}
    />
  )

  if (ui.widget === 'notice') {
    return (
      <Alert variant="soft" color="neutral" sx={{ fontSize: 'sm', whiteSpace: 'pre-line' }}>
        {ui.help ? `${ui.label}\n${ui.help}` : ui.label}
      </Alert>
    )
  }
  if (ui.widget === 'switch') {
    return (
      <>
        <SwitchWidget name={name} ui={ui} value={value} disabled={disabled} onChange={change} />
        {question}
      </>
    )
  }
  const Control = WIDGETS[ui.widget]
  return (
    <>
      <FieldFrame
        name={name}
        label={ui.label}
        help={ui.help}
        problem={problem}
        optional={!required && TYPED.has(ui.widget) && (schema as { default?: unknown }).default === undefined}
        group={COMPOSITE.has(ui.widget)}
      >
        {({ id, describedBy }) => (
          <Control
            id={id}
            describedBy={describedBy}
            name={name}
            schema={schema}
            ui={ui}
            value={value}
            stored={stored}
            disabled={disabled}
            onChange={change}
            onTouch={onTouch}
          />
        )}
      </FieldFrame>
      {question}
    </>
  )
}
