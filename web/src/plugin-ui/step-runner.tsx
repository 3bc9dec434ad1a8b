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
import { useEffect, useEffectEvent, useState } from 'react'
import { describe } from '../lib/errors.ts'
import { useT } from '../lib/i18n/i18n.ts'
import { ShownValue } from './shown.tsx'
import { StepForm } from './step-form.tsx'
import { StepOutcome } from './step-outcome.tsx'

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
  // stays while its answer is under way, and when that is refused: nobody types it all again
  const [form, setForm] = useState<Extract<Step, { type: 'form' }> | null>(null)
  const [last, setLast] = useState<StepInput>({})
  const go = async (input: StepInput) => {
    setLast(input)
    setStep(null)
    const next = await run(input).catch((error: unknown): Step => {
      const { text, detail } = describe(error)
      return { type: 'error', message: text, ...(detail ? { hint: detail } : {}) }
    })
    setStep(next)
    if (next.type !== 'error') setForm(next.type === 'form' ? next : null)
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
        <DialogTitle component="h2">{form?.title ?? title}</DialogTitle>
        <DialogContent aria-live="polite">
          <Box sx={{ py: 3 }}>
            {step === null && !form && (
              <Stack alignItems="center" spacing={3} sx={{ py: 6 }}>
                <CircularProgress size="sm" />
                <Typography level="body-sm">{t('step.running')}</Typography>
              </Stack>
            )}
            {form && (
              <StepForm
                key={form.step}
                step={form}
                busy={step === null}
                refusal={step?.type === 'error' ? step : null}
                onSubmit={(values) => void go({ step: form.step, values })}
              />
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
            {(step?.type === 'done' || (step?.type === 'error' && !form)) && <StepOutcome step={step} />}
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
          {((step?.type === 'error' && !form) || (step?.type === 'show' && step.show.expiresAt !== undefined)) && (
            <Button variant="outlined" color="neutral" onClick={() => void go(step.type === 'error' ? last : {})}>
              {t('step.again')}
            </Button>
          )}
          {step !== null && !form && (
            <Button autoFocus onClick={onClose}>
              {ui('close')}
            </Button>
          )}
        </Stack>
      </ModalDialog>
    </Modal>
  )
}
