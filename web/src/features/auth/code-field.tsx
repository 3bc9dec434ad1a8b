import Input from '@mui/joy/Input'
import { useT } from '../../lib/i18n/i18n.ts'
import { FieldFrame } from '../../ui/form/field.tsx'

interface CodeFieldProps {
  value: string
  onChange(code: string): void
  help?: string
  /** Letters too: a recovery code may stand here. */
  anyCode?: boolean
}

/** The code that an authenticator app shows. */
export function CodeField({ value, onChange, help, anyCode = false }: CodeFieldProps) {
  const t = useT('auth')
  return (
    <FieldFrame label={t('code.label')} help={help}>
      {({ id, describedBy }) => (
        <Input
          value={value}
          onChange={(event) => onChange(event.target.value)}
          slotProps={{
            input: {
              id,
              'aria-describedby': describedBy,
              autoComplete: 'one-time-code',
              inputMode: anyCode ? 'text' : 'numeric',
              autoFocus: true,
              autoCapitalize: 'none',
              maxLength: 32,
              spellCheck: false,
            },
          }}
          sx={{ fontVariantNumeric: 'tabular-nums', letterSpacing: '0.12em' }}
        />
      )}
    </FieldFrame>
  )
}
