import { useState } from 'react'
import { Type } from 'typebox'
import { useT } from '../../lib/i18n/i18n.ts'
import { SecretWidget } from '../../plugin-ui/widgets/secrets.tsx'
import { FieldFrame } from '../../ui/form/field.tsx'
import type { Form } from '../../ui/form/use-form.ts'
import type { ChannelValues } from './channel-form.ts'

const schema = Type.String()

/** Tokens of the lines for voice calls, as one write-only text. */
export function CallLinesField({ form, label, isSet }: { form: Form<ChannelValues>; label: string; isSet: boolean }) {
  const t = useT('channels')
  const [text, setText] = useState<string>()
  const change = (value: unknown) => {
    const typed = typeof value === 'string' ? value : undefined
    setText(typed)
    form.set('callTokens', value === null ? null : typed?.split(/[\s,]+/).filter(Boolean))
  }
  return (
    <FieldFrame name="callTokens" label={label} help={t('callTokensHelp')} problem={form.problems.callTokens} optional>
      {(ids) => (
        <SecretWidget
          {...ids}
          name="callTokens"
          schema={schema}
          ui={{ widget: 'secret', label }}
          value={form.values.callTokens === null ? null : text}
          stored={{ set: isSet }}
          disabled={false}
          onChange={change}
          onTouch={() => form.touch('callTokens')}
        />
      )}
    </FieldFrame>
  )
}
