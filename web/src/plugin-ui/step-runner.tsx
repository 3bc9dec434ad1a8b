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
  /** What ended the waiting, such as a channel that got connected. */
  arrived?: string | undefined
}

type Told = Exclude<Step, { type: 'wait' }>

const ASK_AGAIN_MS = 2_000

/** Runs an action of a plugin to its end, whatever steps it answers. */
export function StepRunner({ title, run, onClose, arrived }: StepRunnerProps) {
  const t = useT('pluginUi')
  const ui = useT('ui')
  const [step, setStep] = useState<Told | null>(null)
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
    take(next)
  }
  const take = (next: Step) => {
    if (next.type === 'wait') return
    setStep(next)
    if (next.type !== 'error') setForm(next.type === 'form' ? next : null)
  }
  const begin = useEffectEvent(() => void go({}))
  useEffect(() => begin(), [])

  const shown = step?.type === 'show' ? step : null
  const ask = useEffectEvent((step: string) => run({ step }).catch((): Step => ({ type: 'wait' })))
  const hear = useEffectEvent(take)
  useEffect(() => {
    const name = shown?.step
    if (!name) return
    let isOver = false
    const again = async () => {
      const next = await ask(name)
      if (isOver) return
      if (next.type === 'wait') timer = setTimeout(again, ASK_AGAIN_MS)
      else hear(next)
    }
    let timer = setTimeout(again, ASK_AGAIN_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [shown])
  useEffect(() => {
    if (arrived) setStep((now) => (now?.type === 'show' && now.wait ? { type: 'done', message: arrived } : now))
  }, [arrived])
  const isLink = shown?.show.as === 'link'
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
                {(step.wait || step.step) && (
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
        <Stack direction="row" spacing={2} justifyContent="flex-end" sx={{ '&:empty': { display: 'none' } }}>
          {step?.type === 'error' && !form && (
            <Button variant="outlined" color="neutral" onClick={() => void go(last)}>
              {t('step.again')}
            </Button>
          )}
          {shown?.show.expiresAt !== undefined && (
            <Button variant="outlined" color="neutral" onClick={() => void go({})}>
              {t('shown.renew')}
            </Button>
          )}
          {step !== null && !form && (
            // a link is what there is to do
            <Button autoFocus={!isLink} {...(isLink ? quiet : {})} onClick={onClose}>
              {ui('close')}
            </Button>
          )}
        </Stack>
      </ModalDialog>
    </Modal>
  )
}

const quiet = { variant: 'plain', color: 'neutral' } as const
