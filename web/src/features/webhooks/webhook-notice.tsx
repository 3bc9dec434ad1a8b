import Alert from '@mui/joy/Alert'
import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import Typography from '@mui/joy/Typography'
import type { Webhook } from '@recado/core/modules/webhooks/contract'
import { CirclePause, TriangleAlert } from 'lucide-react'
import { formatDateTime } from '../../lib/format/dates.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import type { WebhookActions } from './use-webhook.ts'

/** Why nothing arrives, and what to do. */
export function WebhookNotice({ webhook, actions }: { webhook: Webhook; actions: WebhookActions }) {
  const t = useT('webhooks')
  if (webhook.state !== 'paused' && webhook.state !== 'failing') return null
  const isPaused = webhook.state === 'paused'
  const Icon = isPaused ? CirclePause : TriangleAlert
  return (
    <Alert
      color={isPaused ? 'danger' : 'warning'}
      variant="soft"
      startDecorator={<Icon size={18} aria-hidden />}
      sx={{ alignItems: 'flex-start', flexWrap: { xs: 'wrap', sm: 'nowrap' } }}
      endDecorator={
        isPaused && (
          <Button color="danger" loading={actions.resume.isPending} onClick={() => actions.resume.mutate()}>
            {t('resume')}
          </Button>
        )
      }
    >
      <Box sx={{ minWidth: 0, flex: '1 1 200px' }}>
        <Typography level="body-sm" textColor="inherit" sx={{ fontWeight: 550 }}>
          {isPaused
            ? t('pausedTitle', { reason: webhook.pauseReason ?? '' })
            : t('failingTitle', { when: webhook.failingSince ? formatDateTime(webhook.failingSince) : '' })}
        </Typography>
        <Typography level="body-xs" textColor="inherit">
          {isPaused ? t('pausedText') : t('failingText')}
        </Typography>
      </Box>
    </Alert>
  )
}
