import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import Chip from '@mui/joy/Chip'
import Link from '@mui/joy/Link'
import Sheet from '@mui/joy/Sheet'
import Typography from '@mui/joy/Typography'
import { type Channel, channelsContract } from '@recado/core/modules/channels/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Network } from 'lucide-react'
import { Link as RouterLink } from 'react-router-dom'
import { call } from '../../lib/http/client.ts'
import { takeInto } from '../../lib/http/take-into.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { can } from '../../lib/permissions.ts'
import { useRefetchOn, useServerEvent } from '../../lib/socket/use-event.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'

const COLOURS = {
  connected: 'success',
  connecting: 'neutral',
  'waiting-qr': 'warning',
  lost: 'danger',
  disconnected: 'neutral',
} as const

/** Broken ones first: they are what a person looks for here. */
const RANK: Record<Channel['state'], number> = {
  lost: 0,
  'waiting-qr': 1,
  disconnected: 2,
  connecting: 3,
  connected: 4,
}

export function ChannelStates() {
  const t = useT('dashboard')
  const client = useQueryClient()
  const admin = can('channels.manage')
  const query = useQuery({
    queryKey: ['channels'],
    queryFn: ({ signal }) => call(channelsContract.routes.list, { signal, quiet: true }),
  })
  useRefetchOn(['whatsapp'], ['channels'])
  useServerEvent('whatsappSession', ({ session }) => {
    void takeInto<Channel>(client, ['channels'], session as Partial<Channel> & { id: number })
  })
  if (query.error && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <ListSkeleton rows={2} avatar={false} />
  if (query.data.length === 0) {
    return (
      <Sheet variant="outlined" sx={{ borderRadius: 8 }}>
        <EmptyState
          icon={Network}
          title={t('noChannels')}
          text={t('noChannelsText')}
          action={
            admin && (
              <Button component={RouterLink} to="/sessoes">
                {t('addChannel')}
              </Button>
            )
          }
        />
      </Sheet>
    )
  }
  return (
    <Sheet
      variant="outlined"
      component="ul"
      sx={{ m: 0, p: 0, borderRadius: 8, listStyle: 'none', overflow: 'hidden' }}
    >
      {query.data
        .toSorted((a, b) => RANK[a.state] - RANK[b.state] || a.name.localeCompare(b.name))
        .map((channel) => (
          <Box component="li" key={channel.id} sx={rowStyles}>
            <Box sx={{ flex: 1, minWidth: 0 }}>
              {admin ? (
                <Link
                  component={RouterLink}
                  to={`/sessoes?id=${channel.id}`}
                  overlay
                  underline="none"
                  textColor="text.primary"
                  level="title-sm"
                >
                  {channel.name}
                </Link>
              ) : (
                <Typography level="title-sm">{channel.name}</Typography>
              )}
              {channel.state !== 'connected' && channel.userAction && (
                <Typography level="body-xs">{channel.userAction}</Typography>
              )}
            </Box>
            <Chip color={COLOURS[channel.state]}>{t(`state.${channel.state}`)}</Chip>
          </Box>
        ))}
    </Sheet>
  )
}

const rowStyles = {
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: 3,
  px: 4,
  py: 2,
  minHeight: 'var(--row-height)',
  '& + &': { borderTop: '1px solid', borderColor: 'divider' },
  '&:hover': { bgcolor: 'neutral.plainHoverBg' },
}
