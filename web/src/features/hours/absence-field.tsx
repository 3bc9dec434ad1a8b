import Link from '@mui/joy/Link'
import Textarea from '@mui/joy/Textarea'
import Typography from '@mui/joy/Typography'
import type { Level } from '@recado/core/modules/hours/contract'
import { Link as RouterLink } from 'react-router-dom'
import { useT } from '../../lib/i18n/i18n.ts'
import { FieldFrame } from '../../ui/form/field.tsx'

interface AbsenceFieldProps {
  level: Level
  value: string
  /** What is said where nothing is written here. */
  inherited: string
  max: number
  onChange(value: string): void
}

/** What customers are told outside of the hours, and how often. */
export function AbsenceField({ level, value, inherited, max, onChange }: AbsenceFieldProps) {
  const t = useT('hours')
  return (
    <FieldFrame
      label={t('absence')}
      help={
        <span>
          {t(level === 'company' ? 'absenceHelp' : 'absenceInherits')} {t('variables')}{' '}
          {max === 0 ? t('maxNone') : t('max', { count: max })}{' '}
          <Link component={RouterLink} to="/configuracoes?busca=maxAbsenceMessages" level="body-xs" underline="always">
            {t('changeMax')}
          </Link>
        </span>
      }
    >
      {({ id, describedBy }) => (
        <>
          <Textarea
            value={value}
            minRows={3}
            maxRows={12}
            onChange={(event) => onChange(event.target.value)}
            slotProps={{
              textarea: { id, 'aria-describedby': describedBy, maxLength: 4096, placeholder: inherited },
            }}
          />
          {value.length > 4000 && (
            <Typography level="body-xs" sx={{ mt: 1 }}>
              {value.length} / 4096
            </Typography>
          )}
        </>
      )}
    </FieldFrame>
  )
}
