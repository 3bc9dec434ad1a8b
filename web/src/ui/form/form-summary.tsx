import Alert from '@mui/joy/Alert'
import Link from '@mui/joy/Link'
import Stack from '@mui/joy/Stack'
import Typography from '@mui/joy/Typography'
import { TriangleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { describe } from '../../lib/errors.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { problemText } from './problem-text.ts'
import type { Form } from './use-form.ts'

interface FormSummaryProps<Values extends object> {
  form: Form<Values>
  /** Labels by field, to name them. */
  labels: Partial<Record<string, string>>
}

/** What keeps a form from being saved; takes focus and leads to each field. */
export function FormSummary<Values extends object>({ form, labels }: FormSummaryProps<Values>) {
  const t = useT('ui')
  const box = useRef<HTMLDivElement>(null)
  const { refusals } = form
  useEffect(() => {
    if (refusals > 0) box.current?.focus()
  }, [refusals])
  if (refusals === 0) return null
  const order = Object.keys(labels)
  const problems = Object.entries(form.problems).toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b))
  if (problems.length === 0 && !form.failure) return null
  const lead = (name: string) => {
    const field = box.current?.closest('form')?.querySelector(`[data-field="${CSS.escape(name)}"]`)
    field?.querySelector<HTMLElement>('input, textarea, button, [tabindex]')?.focus()
  }
  return (
    <Alert
      ref={box}
      tabIndex={-1}
      color="danger"
      variant="soft"
      startDecorator={<TriangleAlert size={18} aria-hidden />}
      sx={{ alignItems: 'flex-start' }}
    >
      <Stack spacing={1}>
        {form.failure ? (
          <Failure error={form.failure} />
        ) : (
          problems.map(([name, problem]) => (
            <Typography key={name} level="body-sm" textColor="inherit">
              <Link
                component="button"
                type="button"
                color="danger"
                textColor="inherit"
                underline="always"
                onClick={() => lead(name)}
              >
                {labels[name] ?? t('formProblem')}
              </Link>
              {': '}
              {problemText(t, problem)}
            </Typography>
          ))
        )}
      </Stack>
    </Alert>
  )
}

function Failure({ error }: { error: unknown }) {
  const { text, detail } = describe(error)
  return (
    <>
      <Typography level="body-sm" textColor="inherit">
        {text}
      </Typography>
      {detail && (
        <Typography level="body-xs" textColor="inherit" sx={{ opacity: 0.8 }}>
          {detail}
        </Typography>
      )}
    </>
  )
}
