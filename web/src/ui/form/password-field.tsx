import Box from '@mui/joy/Box'
import IconButton from '@mui/joy/IconButton'
import Input from '@mui/joy/Input'
import Stack from '@mui/joy/Stack'
import Typography from '@mui/joy/Typography'
import { Check, Circle, Eye, EyeOff } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useT } from '../../lib/i18n/i18n.ts'
import { meetsPolicy, PASSWORD_RULES } from './password-policy.ts'

interface PasswordInputProps {
  value: string
  onChange(value: string): void
  onBlur?: () => void
  id?: string
  /** Where no label element points at it. */
  label?: string
  describedBy?: string | undefined
  autoComplete: 'current-password' | 'new-password'
  autoFocus?: boolean
  placeholder?: string
}

/** Shows the password on request and says when Caps Lock is on. */
export function PasswordInput({ value, onChange, onBlur, id, label, describedBy, ...rest }: PasswordInputProps) {
  const t = useT('ui')
  const [visible, setVisible] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <Box>
      <Input
        type={visible ? 'text' : 'password'}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={watch}
        onKeyUp={watch}
        onBlur={() => {
          setCapsLock(false)
          onBlur?.()
        }}
        endDecorator={
          <IconButton
            aria-label={visible ? t('password.hide') : t('password.show')}
            aria-pressed={visible}
            onClick={() => setVisible(!visible)}
          >
            {visible ? <EyeOff size={16} /> : <Eye size={16} />}
          </IconButton>
        }
        slotProps={{
          input: {
            id,
            'aria-describedby': describedBy,
            'aria-label': label,
            autoCapitalize: 'none',
            spellCheck: false,
            ...rest,
          },
        }}
      />
      <Typography level="body-xs" color="warning" role="status" sx={{ mt: capsLock ? 1 : 0 }}>
        {capsLock ? t('password.capsLock') : ''}
      </Typography>
    </Box>
  )
}

/** The rules of a good password, ticked while typing. */
export function PasswordChecklist({ password }: { password: string }) {
  const t = useT('ui')
  return (
    <Stack component="ul" spacing={1} sx={{ m: 0, p: 0, listStyle: 'none' }} aria-label={t('password.rules')}>
      {PASSWORD_RULES.map((rule) => {
        const met = meetsPolicy(password, rule)
        return (
          <Typography
            component="li"
            key={rule}
            level="body-xs"
            textColor={met ? 'success.plainColor' : 'text.tertiary'}
            startDecorator={met ? <Check size={14} aria-hidden /> : <Circle size={14} aria-hidden />}
          >
            {t(`password.rule.${rule}`)}
            <span className="visually-hidden">{met ? t('password.met') : t('password.unmet')}</span>
          </Typography>
        )
      })}
    </Stack>
  )
}
