import Box from '@mui/joy/Box'
import Chip from '@mui/joy/Chip'
import { useT } from '../lib/i18n/i18n.ts'

/** As the server fills them in; the names stay as they are in every language. */
const VARIABLES = ['firstName', 'name', 'greeting', 'user', 'queue', 'protocol', 'date', 'hour'] as const

/** What a text may speak of; a click puts it at the end. */
export function VariablesHelp({ onPick }: { onPick(variable: string): void }) {
  const t = useT('ui')
  return (
    <Box role="group" aria-label={t('variables.label')} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {VARIABLES.map((name) => (
        <Chip
          key={name}
          size="sm"
          variant="outlined"
          color="neutral"
          sx={{ minHeight: 24 }}
          onClick={() => onPick(`{{${name}}}`)}
          slotProps={{ action: { 'aria-label': t('variables.insert', { name: t(`variables.${name}`) }) } }}
        >
          {t(`variables.${name}`)}
        </Chip>
      ))}
    </Box>
  )
}
