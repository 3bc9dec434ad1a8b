import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import Chip from '@mui/joy/Chip'
import Skeleton from '@mui/joy/Skeleton'
import Stack from '@mui/joy/Stack'
import Typography from '@mui/joy/Typography'
import { type AuthSession, authContract } from '@recado/core/modules/auth/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/http/client.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { toast } from '../../lib/toasts.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { deviceName } from './device-name.ts'

const { sessions, endSession, endOtherSessions } = authContract.routes
const KEY = ['auth', 'sessions']

/** Where the person is signed in, and the way to end what is not them. */
export function SessionsSection() {
  const t = useT('auth')
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const list = useQuery({ queryKey: KEY, queryFn: ({ signal }) => call(sessions, { signal }) })
  const end = useMutation({
    mutationFn: (id: string | null) => (id === null ? call(endOtherSessions) : call(endSession, { params: { id } })),
    onSuccess: ({ message }) => toast.success(message),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  })
  return (
    <Stack component="section" spacing={3} aria-labelledby="own-sessions">
      <Typography level="title-md" component="h3" id="own-sessions">
        {t('security.sessions')}
      </Typography>
      {list.error && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {!list.data && !list.error && <Skeleton variant="rectangular" height={96} />}
      <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {list.data?.map((one) => (
          <SessionLine key={one.id} session={one} busy={end.isPending} onEnd={() => end.mutate(one.id)} />
        ))}
      </Stack>
      {(list.data?.length ?? 0) > 1 && (
        <div>
          <Button size="sm" variant="outlined" color="danger" onClick={() => setAsking(true)}>
            {t('security.endOthers')}
          </Button>
        </div>
      )}
      {asking && (
        <ConfirmDialog
          title={t('security.endOthers')}
          text={t('security.endOthersText')}
          confirmLabel={t('security.endOthers')}
          tone="danger"
          onConfirm={() => end.mutateAsync(null)}
          onClose={() => setAsking(false)}
        />
      )}
    </Stack>
  )
}

function SessionLine({ session, busy, onEnd }: { session: AuthSession; busy: boolean; onEnd(): void }) {
  const t = useT('auth')
  const name = deviceName(session.userAgent) ?? t('security.unknownDevice')
  return (
    <Stack
      component="li"
      direction="row"
      spacing={3}
      alignItems="center"
      sx={{ py: 2, '& + &': { borderTop: '1px solid', borderColor: 'divider' } }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography level="body-sm" textColor="text.primary" noWrap>
          {name}
        </Typography>
        <Typography level="body-xs">
          {session.ip ? `${session.ip} · ` : ''}
          <TimeAgo at={session.lastUsedAt} />
        </Typography>
      </Box>
      {session.isCurrent ? (
        <Chip size="sm" variant="soft">
          {t('security.thisDevice')}
        </Chip>
      ) : (
        <Button
          size="sm"
          variant="plain"
          color="neutral"
          disabled={busy}
          aria-label={t('security.endOf', { name })}
          onClick={onEnd}
        >
          {t('security.end')}
        </Button>
      )}
    </Stack>
  )
}
