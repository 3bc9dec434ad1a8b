import Alert from '@mui/joy/Alert'
import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import Stack from '@mui/joy/Stack'
import Typography from '@mui/joy/Typography'
import type { Webhook } from '@recado/core/modules/webhooks/contract'
import { KeyRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { formatDateTime } from '../../lib/format/dates.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { Snippet } from '../../plugin-ui/shown.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FieldFrame } from '../../ui/form/field.tsx'
import type { WebhookActions } from './use-webhook.ts'

interface WebhookSecretProps {
  webhook: Webhook
  actions: WebhookActions
  secret: string | null
  onRotated(secret: string | null): void
}

/** Set, and shown only right after it was made. */
export function WebhookSecret({ webhook, actions, secret, onRotated }: WebhookSecretProps) {
  const t = useT('webhooks')
  const [asking, setAsking] = useState(false)
  const until = webhook.previousSecretUntil
  return (
    <FieldFrame label={t('secret')} group>
      {() => (
        <Stack spacing={2} sx={{ pt: 1 }}>
          {secret && <FreshSecret key={secret} secret={secret} />}
          <Stack direction="row" spacing={3} useFlexGap alignItems="center" flexWrap="wrap">
            <Typography level="body-xs" sx={{ flex: '1 1 240px' }}>
              {t('secretHelp')}
              {until && ` ${t('previousUntil', { when: formatDateTime(until) })}`}
            </Typography>
            <Button variant="outlined" color="neutral" onClick={() => setAsking(true)}>
              {t('rotate')}
            </Button>
          </Stack>
          {asking && (
            <ConfirmDialog
              title={t('rotateTitle')}
              text={t('rotateText')}
              confirmLabel={t('rotate')}
              tone="danger"
              onConfirm={async () => onRotated((await actions.rotate.mutateAsync()).secret)}
              onClose={() => setAsking(false)}
            />
          )}
        </Stack>
      )}
    </FieldFrame>
  )
}

/** Comes into view by itself: there is no second chance to copy it. */
function FreshSecret({ secret }: { secret: string }) {
  const t = useT('webhooks')
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <Box ref={place}>
      <Alert
        role="status"
        color="warning"
        variant="soft"
        startDecorator={<KeyRound size={18} aria-hidden />}
        sx={{ py: 2, mb: 2 }}
      >
        {t('secretOnce')}
      </Alert>
      <Snippet text={secret} />
    </Box>
  )
}
