import Button from '@mui/joy/Button'
import Input from '@mui/joy/Input'
import Stack from '@mui/joy/Stack'
import Typography from '@mui/joy/Typography'
import { useState } from 'react'
import { useT } from '../../lib/i18n/i18n.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { PasswordInput } from '../../ui/form/password-field.tsx'
import { textOf, type WidgetProps } from './types.ts'

/** Write-only: "set · replace · clear". What is stored never comes back to the browser. */
export function SecretWidget(props: WidgetProps) {
  const { id, describedBy, ui, value, stored, disabled, onChange, onTouch } = props
  const t = useT('pluginUi')
  const [replacing, setReplacing] = useState(false)
  const typed = typeof value === 'string'
  if (stored?.set && !replacing && !typed) {
    const cleared = value === null
    return (
      <Stack direction="row" useFlexGap flexWrap="wrap" spacing={2} alignItems="center">
        <Typography level="body-sm" sx={{ flex: 1, minWidth: 140 }} className="tabular">
          {cleared ? t('secret.cleared') : t('secret.set', { hint: stored.hint ?? '' })}
        </Typography>
        {cleared ? (
          <Button variant="plain" color="neutral" onClick={() => onChange(undefined)} disabled={disabled}>
            {t('secret.undo')}
          </Button>
        ) : (
          <>
            <Button variant="outlined" color="neutral" onClick={() => setReplacing(true)} disabled={disabled}>
              {t('secret.replace')}
            </Button>
            <Button variant="plain" color="danger" onClick={() => onChange(null)} disabled={disabled}>
              {t('secret.clear')}
            </Button>
          </>
        )}
      </Stack>
    )
  }
  return (
    <Stack direction="row" spacing={2} alignItems="flex-start" sx={{ '& > :first-of-type': { flex: 1 } }}>
      <PasswordInput
        id={id}
        describedBy={describedBy}
        autoComplete="new-password"
        label={ui.label}
        autoFocus={replacing}
        value={textOf(value)}
        onChange={(text) => onChange(text === '' ? undefined : text)}
        onBlur={onTouch}
        {...(ui.placeholder ? { placeholder: ui.placeholder } : {})}
      />
      {stored?.set && (
        <Button
          variant="plain"
          color="neutral"
          onClick={() => {
            setReplacing(false)
            onChange(undefined)
          }}
        >
          {t('secret.keep')}
        </Button>
      )}
    </Stack>
  )
}

/** Made by the server; shown to copy into the provider's console, or only told to exist when it is secret. */
export function GeneratedWidget({ id, describedBy, ui, value, stored }: WidgetProps) {
  const t = useT('pluginUi')
  const text = textOf(value)
  if (text === '') {
    return (
      <Typography level="body-sm" id={id}>
        {ui.secret && stored?.set ? t('secret.set', { hint: stored.hint ?? '' }) : t('generated.later')}
      </Typography>
    )
  }
  return (
    <Input
      readOnly
      value={text}
      endDecorator={<CopyButton text={text} />}
      slotProps={{ input: { id, 'aria-describedby': describedBy, spellCheck: false } }}
    />
  )
}
