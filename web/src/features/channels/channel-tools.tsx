import Button from '@mui/joy/Button'
import Sheet from '@mui/joy/Sheet'
import Stack from '@mui/joy/Stack'
import Typography from '@mui/joy/Typography'
import { type Channel, channelsContract } from '@recado/core/modules/channels/contract'
import type { ChannelType } from '@recado/core/modules/plugins/contract'
import type { Step } from '@recado/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/http/client.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { StepRunner } from '../../plugin-ui/step-runner.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { ChannelStateChip } from './channel-state.tsx'

interface ChannelToolsProps {
  channel: Channel
  type: ChannelType
  run(action: string, input: object): Promise<Step>
}

/** How the channel stands and what its plugin offers in this state. */
export function ChannelTools({ channel, type, run }: ChannelToolsProps) {
  const t = useT('channels')
  const [running, setRunning] = useState<{ name: string; label: string } | null>(null)
  const { data: health } = useQuery({
    queryKey: ['channels', channel.id, 'health'],
    queryFn: ({ signal }) => call(channelsContract.routes.health, { params: { id: channel.id }, signal, quiet: true }),
  })
  const actions = (type.actions ?? []).flatMap(({ name, label, when }) =>
    label && name !== 'testConnection' && (when === null || when.includes(channel.state)) ? [{ name, label }] : [],
  )
  return (
    <Sheet variant="soft" sx={{ borderRadius: 8, p: 3 }}>
      <Stack direction="row" useFlexGap flexWrap="wrap" spacing={2} alignItems="center">
        <ChannelStateChip channel={channel} />
        <Typography level="body-xs" sx={{ flex: 1, minWidth: 160 }}>
          {health?.lastInboundAt ? (
            <>
              {t('lastInbound')} <TimeAgo at={health.lastInboundAt} />
            </>
          ) : (
            t('noInbound')
          )}
          {health && health.deliveries.queued > 0 && ` · ${t('queued', { count: health.deliveries.queued })}`}
          {health && health.deliveries.failed > 0 && ` · ${t('failed', { count: health.deliveries.failed })}`}
        </Typography>
        {actions.map((action) => (
          <Button key={action.name} variant="outlined" color="neutral" onClick={() => setRunning(action)}>
            {action.label}
          </Button>
        ))}
      </Stack>
      {channel.state !== 'connected' && (channel.userAction ?? channel.reason) && (
        <Typography level="body-sm" textColor="text.primary" sx={{ mt: 2 }}>
          {channel.userAction ?? channel.reason}
        </Typography>
      )}
      {running && (
        <StepRunner title={running.label} run={(input) => run(running.name, input)} onClose={() => setRunning(null)} />
      )}
    </Sheet>
  )
}
