import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import IconButton from '@mui/joy/IconButton'
import Sheet from '@mui/joy/Sheet'
import Stack from '@mui/joy/Stack'
import Typography from '@mui/joy/Typography'
import { type Channel, channelsContract } from '@recado/core/modules/channels/contract'
import type { ChannelType } from '@recado/core/modules/plugins/contract'
import type { Step } from '@recado/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../lib/http/client.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { StepRunner } from '../../plugin-ui/step-runner.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { ChannelStateChip } from './channel-state.tsx'
import { Findings } from './findings.tsx'
import { TemplatesDialog } from './templates/templates-dialog.tsx'
import { TestMessageDialog } from './test-message-dialog.tsx'

interface ChannelToolsProps {
  channel: Channel
  type: ChannelType
  run(action: string, input: object): Promise<Step>
}

/** How the channel stands and what its plugin offers in this state. */
export function ChannelTools({ channel, type, run }: ChannelToolsProps) {
  const t = useT('channels')
  const [isTesting, setTesting] = useState(false)
  const [isEditing, setEditing] = useState(false)
  const [running, setRunning] = useState<{ name: string; label: string; wasConnected: boolean } | null>(null)
  const isConnected = channel.state === 'connected'
  const {
    data: health,
    refetch,
    isFetching,
  } = useQuery({
    // another state has other reasons
    queryKey: ['channels', channel.id, 'health', channel.state],
    placeholderData: keepPreviousData,
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
      </Stack>
      <Stack direction="row" useFlexGap flexWrap="wrap" spacing={2} sx={{ mt: 2, '&:empty': { display: 'none' } }}>
        {type.features.template && (
          <Button variant="outlined" color="neutral" onClick={() => setEditing(true)}>
            {t('templates.title')}
          </Button>
        )}
        {isConnected && (
          <Button variant="outlined" color="neutral" onClick={() => setTesting(true)}>
            {t('testMessage.title')}
          </Button>
        )}
        {actions.map((action) => (
          <Button
            key={action.name}
            variant="outlined"
            color="neutral"
            onClick={() => setRunning({ ...action, wasConnected: isConnected })}
          >
            {action.label}
          </Button>
        ))}
      </Stack>
      {health && (
        <Stack direction="row" spacing={2} alignItems="flex-start" sx={{ mt: 3 }}>
          <Box sx={{ flex: 1 }}>
            <Findings label={t('diagnosis')} findings={health.findings} isFine={isFine(health.findings)} />
          </Box>
          <IconButton size="sm" aria-label={t('diagnose')} loading={isFetching} onClick={() => void refetch()}>
            <RefreshCw size={15} />
          </IconButton>
        </Stack>
      )}
      {isTesting && <TestMessageDialog channel={channel} onClose={() => setTesting(false)} />}
      {isEditing && (
        <TemplatesDialog
          channel={channel}
          canEdit={type.features.templateEditing === true}
          onClose={() => setEditing(false)}
        />
      )}
      {running && (
        <StepRunner
          title={running.label}
          run={(input) => run(running.name, input)}
          arrived={isConnected && !running.wasConnected ? t('connected') : undefined}
          onClose={() => setRunning(null)}
        />
      )}
    </Sheet>
  )
}

const isFine = (findings: readonly { level: string }[]): boolean =>
  findings.length === 1 && findings[0]?.level === 'info'
