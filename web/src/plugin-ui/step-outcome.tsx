import Alert from '@mui/joy/Alert'
import Box from '@mui/joy/Box'
import Typography from '@mui/joy/Typography'
import type { Step } from '@recado/sdk'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useT } from '../lib/i18n/i18n.ts'

/** The plain answer of an action: it worked and how, or why not and what to do. */
export function StepOutcome({ step }: { step: Extract<Step, { type: 'done' | 'error' }> }) {
  const t = useT('pluginUi')
  const good = step.type === 'done'
  const Icon = good ? CircleCheck : TriangleAlert
  return (
    <Alert
      role="status"
      color={good ? 'success' : 'danger'}
      variant="soft"
      startDecorator={<Icon size={18} aria-hidden />}
      sx={{ alignItems: 'flex-start' }}
    >
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography level="body-sm" textColor="inherit" sx={{ fontWeight: 500 }}>
          {step.message ?? t('step.done')}
        </Typography>
        {step.type === 'error' && step.hint && (
          <Typography level="body-xs" textColor="inherit">
            {step.hint}
          </Typography>
        )}
        {good &&
          Object.entries(step.detail ?? {}).map(([name, value]) => (
            <Typography key={name} level="body-xs" textColor="inherit" className="tabular">
              {name}: {String(value)}
            </Typography>
          ))}
      </Box>
    </Alert>
  )
}
