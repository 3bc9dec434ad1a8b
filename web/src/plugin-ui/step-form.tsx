import Button from '@mui/joy/Button'
import Stack from '@mui/joy/Stack'
import type { Step } from '@recado/sdk'
import { type FormEvent, useState } from 'react'
import { useT } from '../lib/i18n/i18n.ts'
import { checkDraft, draftOf, payloadOf } from './draft.ts'
import { SettingsPanel } from './settings-panel.tsx'
import { StepOutcome } from './step-outcome.tsx'

interface StepFormProps {
  step: Extract<Step, { type: 'form' }>
  /** Its answer is under way. */
  busy: boolean
  /** What was wrong with the last answer. */
  refusal: Extract<Step, { type: 'error' }> | null
  onSubmit(values: Record<string, unknown>): void
}

/** What an action asks before it goes on. */
export function StepForm({ step, busy, refusal, onSubmit }: StepFormProps) {
  const t = useT('pluginUi')
  const [draft, setDraft] = useState(() => draftOf(step.schema, step.values))
  const [refused, setRefused] = useState(false)
  const problems = checkDraft(step.schema, draft)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (busy) return
    if (Object.keys(problems).length > 0) setRefused(true)
    else onSubmit(payloadOf(step.schema, draft))
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack spacing={4}>
        {refusal && <StepOutcome step={refusal} />}
        <SettingsPanel schema={step.schema} draft={draft} onChange={setDraft} problems={refused ? problems : {}} />
        <Button type="submit" loading={busy} sx={{ alignSelf: 'flex-end' }}>
          {step.submit ?? t('step.next')}
        </Button>
      </Stack>
    </form>
  )
}
