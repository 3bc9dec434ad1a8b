import Button from '@mui/joy/Button'
import Skeleton from '@mui/joy/Skeleton'
import Stack from '@mui/joy/Stack'
import Typography from '@mui/joy/Typography'
import { useState } from 'react'
import { describe } from '../../lib/errors.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { useWebhook } from './use-webhook.ts'
import { WebhookDialog } from './webhook-dialog.tsx'
import { WebhookStateChip } from './webhook-state.tsx'

interface WebhookSectionProps {
  channel: { id: number; name: string }
}

/** In a channel's dialog: whether it tells another system what happens, and the way to set that up. */
export function WebhookSection({ channel }: WebhookSectionProps) {
  const t = useT('webhooks')
  const ui = useT('ui')
  const [open, setOpen] = useState(false)
  const { data, error, refetch } = useWebhook(channel.id)
  return (
    <Stack component="section" spacing={2} aria-label={t('title')}>
      <Typography level="title-sm" component="h3" textColor="text.secondary">
        {t('title')}
      </Typography>
      <Stack direction="row" spacing={3} useFlexGap alignItems="center" flexWrap="wrap">
        <Stack spacing={1} sx={{ flex: '1 1 240px', minWidth: 0 }}>
          {!data && !error && <Skeleton variant="text" level="body-sm" width="60%" />}
          {!data && error && (
            <Typography level="body-sm" color="danger" role="alert">
              {describe(error).text}
            </Typography>
          )}
          {data && (
            <>
              <Stack direction="row" spacing={2} useFlexGap flexWrap="wrap" alignItems="center">
                <WebhookStateChip state={data.state} />
                {data.waiting > 0 && <Typography level="body-xs">{t('waiting', { count: data.waiting })}</Typography>}
                {data.failed > 0 && (
                  <Typography level="body-xs" color="danger">
                    {t('failed', { count: data.failed })}
                  </Typography>
                )}
              </Stack>
              <Typography level="body-xs" noWrap title={data.url}>
                {data.url || t('text')}
              </Typography>
            </>
          )}
        </Stack>
        {!data && error ? (
          <Button variant="outlined" color="neutral" onClick={() => void refetch()}>
            {ui('retry')}
          </Button>
        ) : (
          <Button variant="outlined" color="neutral" disabled={!data} onClick={() => setOpen(true)}>
            {t('configure')}
          </Button>
        )}
      </Stack>
      {open && data && <WebhookDialog channel={channel} webhook={data} onClose={() => setOpen(false)} />}
    </Stack>
  )
}
