import Alert from '@mui/joy/Alert'
import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import CircularProgress from '@mui/joy/CircularProgress'
import DialogContent from '@mui/joy/DialogContent'
import DialogTitle from '@mui/joy/DialogTitle'
import Modal from '@mui/joy/Modal'
import ModalClose from '@mui/joy/ModalClose'
import ModalDialog from '@mui/joy/ModalDialog'
import Stack from '@mui/joy/Stack'
import Typography from '@mui/joy/Typography'
import type { Step } from '@recado/sdk'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { describe } from '../lib/errors.ts'
import { useT } from '../lib/i18n/i18n.ts'
import { ShownValue } from './shown.tsx'
import { StepForm } from './step-form.tsx'

export interface StepInput {
  step?: string
  values?: Record<string, unknown>
}

interface StepRunnerProps {
  title: string
  /** Runs the action; called again with the answer to a form. */
  run(input: StepInput): Promise<Step>
  onClose(): void
  /** Something outside shows that it is finished, such as a channel that got connected. */
  finished?: boolean
}

/** Runs an action of a plugin to its end, whatever steps it answers. */
export function StepRunner({ title, run, onClose, finished = false }: StepRunnerProps) {
  const t = useT('pluginUi')
  const ui = useT('ui')
  const [step, setStep] = useState<Step | null>(null)
  const [last, setLast] = useState<StepInput>({})
  const go = async (input: StepInput) => {
    setLast(input)
    setStep(null)
    try {
      setStep(await run(input))
    } catch (error) {
      const { text, detail } = describe(error)
      setStep({ type: 'error', message: text, ...(detail ? { hint: detail } : {}) })
    }
  }
  const begin = useEffectEvent(() => void go({}))
  useEffect(() => begin(), [])
  useEffect(() => {
    if (finished) onClose()
  }, [finished, onClose])
  return (
    <Modal open onClose={onClose}>
      <ModalDialog sx={{ width: 520, maxWidth: 'calc(100vw - 16px)' }}>
        <ModalClose aria-label={ui('close')} />
        <DialogTitle component="h2">{step?.type === 'form' ? step.title : title}</DialogTitle>
        <DialogContent aria-live="polite">
          <Box sx={{ py: 3 }}>
            {step === null && (
              <Stack alignItems="center" spacing={3} sx={{ py: 6 }}>
                <CircularProgress size="sm" />
                <Typography level="body-sm">{t('step.running')}</Typography>
              </Stack>
            )}
            {step?.type === 'form' && (
              <StepForm key={step.step} step={step} onSubmit={(values) => void go({ step: step.step, values })} />
            )}
            {step?.type === 'show' && (
              <Stack spacing={4}>
                <ShownValue shown={step.show} />
                {step.wait && (
                  <Typography
                    level="body-sm"
                    startDecorator={<CircularProgress size="sm" sx={{ '--CircularProgress-size': '16px' }} />}
                  >
                    {t('step.waiting')}
                  </Typography>
                )}
              </Stack>
            )}
            {(step?.type === 'done' || step?.type === 'error') && <StepOutcome step={step} />}
            {step?.type === 'options' && (
              <Stack component="ul" spacing={1} sx={{ m: 0, pl: 5 }}>
                {step.options.map((option) => (
                  <li key={option.value}>{option.label}</li>
                ))}
              </Stack>
            )}
          </Box>
        </DialogContent>
        <Stack direction="row" spacing={2} justifyContent="flex-end">
          {(step?.type === 'error' || (step?.type === 'show' && step.show.expiresAt !== undefined)) && (
            <Button variant="outlined" color="neutral" onClick={() => void go(step.type === 'error' ? last : {})}>
              {t('step.again')}
            </Button>
          )}
          {step !== null && step.type !== 'form' && <Button onClick={onClose}>{ui('close')}</Button>}
        </Stack>
      </ModalDialog>
    </Modal>
  )
}

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
