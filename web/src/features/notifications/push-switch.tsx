import Box from '@mui/joy/Box'
import Stack from '@mui/joy/Stack'
import Switch from '@mui/joy/Switch'
import Typography from '@mui/joy/Typography'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useT } from '../../lib/i18n/i18n.ts'
import { pushState, switchPush } from './push.ts'

const KEY = ['push', 'state']

/** Whether this browser shows notices while no window of ours is open. */
export function PushSwitch() {
  const t = useT('notifications')
  const id = useId()
  const client = useQueryClient()
  const { data: state = 'off' } = useQuery({ queryKey: KEY, queryFn: pushState, staleTime: 0 })
  const change = useMutation({
    mutationFn: switchPush,
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  })
  const isPossible = state === 'on' || state === 'off'
  return (
    <Stack direction="row" spacing={4} alignItems="flex-start" justifyContent="space-between">
      <Box component="label" htmlFor={id} sx={{ cursor: isPossible ? 'pointer' : 'default' }}>
        <Typography level="title-sm">{t('browser.title')}</Typography>
        <Typography level="body-xs" id={`${id}-help`}>
          {t(`browser.${state}`)}
        </Typography>
      </Box>
      <Switch
        checked={state === 'on'}
        disabled={!isPossible || change.isPending}
        onChange={({ target }) => change.mutate(target.checked)}
        slotProps={{ input: { id, role: 'switch', 'aria-describedby': `${id}-help` } }}
      />
    </Stack>
  )
}
