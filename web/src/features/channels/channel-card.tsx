import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import Card from '@mui/joy/Card'
import Chip from '@mui/joy/Chip'
import Link from '@mui/joy/Link'
import Stack from '@mui/joy/Stack'
import Typography from '@mui/joy/Typography'
import type { Channel } from '@recado/core/modules/channels/contract'
import type { ChannelType } from '@recado/core/modules/plugins/contract'
import { Pencil, Power, PowerOff, QrCode, Trash2, Wrench } from 'lucide-react'
import { formatPhone } from '../../lib/format/phone.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { ChannelStateChip } from './channel-state.tsx'
import { Findings } from './findings.tsx'
import { TypeIcon } from './type-icon.tsx'
import type { useChannelActions } from './use-channels.ts'

interface ChannelCardProps {
  channel: Channel
  type: ChannelType | undefined
  actions: ReturnType<typeof useChannelActions>
  onEdit(): void
  onPair(): void
  onDelete(): void
}

/** One channel: what it is, how it stands, and the next step. */
export function ChannelCard({ channel, type, actions, onEdit, onPair, onDelete }: ChannelCardProps) {
  const t = useT('channels')
  const common = useT('common')
  const off = channel.state === 'disconnected'
  const repair = repairOf(channel)
  const who = channel.accountName || formatPhone(channel.number)
  return (
    <Card component="li" sx={{ gap: 3, p: 4 }}>
      <Stack direction="row" spacing={3} alignItems="flex-start">
        <TypeIcon type={channel.type} icon={type?.icon} />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Link
            component="button"
            overlay={false}
            color="neutral"
            textColor="text.primary"
            onClick={onEdit}
            sx={nameStyles}
          >
            {channel.name}
          </Link>
          <Typography level="body-xs" noWrap>
            {type?.name ?? channel.type}
            {who && ` · ${who}`}
          </Typography>
        </Box>
        <ActionMenu
          label={common('actionsOf', { name: channel.name })}
          actions={[
            { id: 'edit', label: common('edit'), icon: Pencil, run: onEdit },
            channel.state === 'waiting-qr' && { id: 'pair', label: t('pair'), icon: QrCode, run: onPair },
            off
              ? { id: 'connect', label: t('connect'), icon: Power, run: () => actions.connect.mutate(channel) }
              : {
                  id: 'disconnect',
                  label: t('disconnect'),
                  icon: PowerOff,
                  run: () => actions.disconnect.mutate(channel),
                },
            { id: 'delete', label: common('delete'), icon: Trash2, tone: 'danger', apart: true, run: onDelete },
          ]}
        />
      </Stack>
      {channel.isPluginMissing && (
        <Typography level="body-sm" color="warning">
          {t('pluginMissing')}
        </Typography>
      )}
      {!channel.isPluginMissing && channel.state !== 'connected' && (
        <Box sx={{ '&:empty': { display: 'none' } }}>
          {channel.reason && (
            <Typography level="body-sm" textColor="text.primary">
              {channel.reason}
            </Typography>
          )}
          {channel.userAction && <Typography level="body-sm">{channel.userAction}</Typography>}
        </Box>
      )}
      {(channel.notices?.length ?? 0) > 0 && <Findings label={t('notices')} findings={channel.notices ?? []} />}
      <Stack
        direction="row"
        useFlexGap
        flexWrap="wrap"
        spacing={2}
        alignItems="center"
        sx={{ mt: 'auto', minHeight: 32 }}
      >
        <ChannelStateChip channel={channel} />
        {channel.isDefault && <Chip variant="outlined">{t('default')}</Chip>}
        <Typography level="body-xs" sx={{ flex: 1 }}>
          {channel.state === 'connected' && <TimeAgo at={channel.updatedAt} />}
        </Typography>
        {!channel.isPluginMissing && channel.state === 'waiting-qr' && (
          <Button onClick={onPair} startDecorator={<QrCode size={16} />}>
            {t('pair')}
          </Button>
        )}
        {repair && (
          <Button onClick={onEdit} startDecorator={<Wrench size={16} />}>
            {t(repair)}
          </Button>
        )}
        {!channel.isPluginMissing && !repair && (off || channel.state === 'lost') && (
          <Button
            variant="outlined"
            color="neutral"
            loading={actions.connect.isPending && actions.connect.variables?.id === channel.id}
            onClick={() => {
              actions.connect.mutate(channel)
              if (type?.transport === 'session') onPair()
            }}
          >
            {off ? t('connect') : t('reconnect')}
          </Button>
        )}
      </Stack>
    </Card>
  )
}

/** What is to be put right in the panel, where connecting again would only fail again. */
function repairOf({ state, needs, isPluginMissing }: Channel): 'reauthorise' | 'repair' | null {
  if (isPluginMissing || (state !== 'disconnected' && state !== 'lost')) return null
  if (needs === 'reauthorise') return 'reauthorise'
  return needs === 'check-settings' ? 'repair' : null
}

const nameStyles = {
  display: 'block',
  maxWidth: '100%',
  fontWeight: 600,
  textAlign: 'left',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
}
