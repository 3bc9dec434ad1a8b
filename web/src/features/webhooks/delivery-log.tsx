import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import Sheet from '@mui/joy/Sheet'
import Stack from '@mui/joy/Stack'
import Typography from '@mui/joy/Typography'
import type { Webhook } from '@recado/core/modules/webhooks/contract'
import { RotateCcw, Send } from 'lucide-react'
import { useState } from 'react'
import { useT } from '../../lib/i18n/i18n.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Segments } from '../../ui/segments.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { DeliveryRow } from './delivery-row.tsx'
import { useDeliveries, type WebhookActions } from './use-webhook.ts'

interface DeliveryLogProps {
  channelId: number
  webhook: Webhook
  actions: WebhookActions
}

/** What was sent and how that went, newest first. */
export function DeliveryLog({ channelId, webhook, actions }: DeliveryLogProps) {
  const t = useT('webhooks')
  const [filter, setFilter] = useState<'all' | 'failed'>('all')
  const [asking, setAsking] = useState(false)
  const log = useDeliveries(channelId, filter === 'failed')
  const rows = log.data?.pages.flatMap((page) => page.deliveries)
  const isWorking = webhook.state === 'active' || webhook.state === 'failing'
  return (
    <Stack component="section" spacing={3} aria-label={t('log')}>
      <Stack direction="row" spacing={3} useFlexGap alignItems="center" flexWrap="wrap">
        <Box sx={{ flex: '1 1 160px' }}>
          <Typography level="title-sm" component="h3" textColor="text.secondary">
            {t('log')}
          </Typography>
          <Typography level="body-xs">{t('logHelp')}</Typography>
        </Box>
        <Segments<'all' | 'failed'>
          inline
          label={t('log')}
          value={filter}
          onChange={setFilter}
          choices={[
            { value: 'all', label: t('all') },
            { value: 'failed', label: t('failedOnly') },
          ]}
        />
      </Stack>
      {webhook.failed > 0 && isWorking && (
        <Button
          variant="outlined"
          color="neutral"
          startDecorator={<RotateCcw size={16} />}
          onClick={() => setAsking(true)}
          sx={{ alignSelf: 'flex-start' }}
        >
          {t('replayFailed', { count: webhook.failed })}
        </Button>
      )}
      {log.error && !log.data && <ErrorState error={log.error} onRetry={() => void log.refetch()} />}
      {log.isPending && <ListSkeleton rows={3} avatar={false} />}
      {rows?.length === 0 &&
        (filter === 'failed' ? (
          <Typography level="body-sm">{t('emptyFailed')}</Typography>
        ) : (
          <EmptyState icon={Send} title={t('empty')} text={t('emptyText')} />
        ))}
      {rows && rows.length > 0 && (
        <Sheet variant="outlined" component="ul" sx={{ m: 0, p: 0, listStyle: 'none', borderRadius: 8 }}>
          {rows.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              delivery={delivery}
              onReplay={isWorking && delivery.event !== 'test' ? () => actions.replay.mutate(delivery) : undefined}
              isReplaying={actions.replay.isPending && actions.replay.variables.id === delivery.id}
            />
          ))}
        </Sheet>
      )}
      {log.hasNextPage && (
        <Button
          variant="plain"
          color="neutral"
          loading={log.isFetchingNextPage}
          onClick={() => void log.fetchNextPage()}
          sx={{ alignSelf: 'center' }}
        >
          {t('more')}
        </Button>
      )}
      {asking && (
        <ConfirmDialog
          title={t('replayFailedTitle', { count: webhook.failed })}
          text={t('replayFailedText')}
          confirmLabel={t('replay')}
          onConfirm={() => actions.replayFailed.mutateAsync()}
          onClose={() => setAsking(false)}
        />
      )}
    </Stack>
  )
}
