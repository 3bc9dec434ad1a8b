import Alert from '@mui/joy/Alert'
import Button from '@mui/joy/Button'
import Typography from '@mui/joy/Typography'
import type { Delivery } from '@recado/core/modules/webhooks/contract'
import { CircleCheck, Send, TriangleAlert } from 'lucide-react'
import { useT } from '../../lib/i18n/i18n.ts'
import { tip } from '../../ui/tips.ts'
import type { WebhookActions } from './use-webhook.ts'

/** Tries what is saved. */
export function TestButton({ actions, isDirty }: { actions: WebhookActions; isDirty: boolean }) {
  const t = useT('webhooks')
  return (
    <span {...tip(isDirty ? t('testSaveFirst') : undefined)}>
      <Button
        variant="outlined"
        color="neutral"
        disabled={isDirty}
        loading={actions.test.isPending}
        loadingPosition="start"
        startDecorator={<Send size={16} />}
        onClick={() => actions.test.mutate()}
      >
        {t('test')}
      </Button>
    </span>
  )
}

interface TestOutcomeProps {
  delivery: Delivery | undefined
  isPending: boolean
}

/** The plain answer: it arrived, or why not. */
export function TestOutcome({ delivery, isPending }: TestOutcomeProps) {
  const t = useT('webhooks')
  if (!delivery || isPending) return null
  const good = delivery.state === 'delivered'
  const Icon = good ? CircleCheck : TriangleAlert
  return (
    <Alert
      role="status"
      color={good ? 'success' : 'danger'}
      variant="soft"
      startDecorator={<Icon size={18} aria-hidden />}
    >
      <Typography level="body-sm" textColor="inherit" sx={{ overflowWrap: 'anywhere' }}>
        {good ? t('testGood', { status: delivery.statusCode ?? '', ms: delivery.durationMs ?? 0 }) : delivery.reason}
      </Typography>
    </Alert>
  )
}
