import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import Input from '@mui/joy/Input'
import Option from '@mui/joy/Option'
import Select from '@mui/joy/Select'
import Skeleton from '@mui/joy/Skeleton'
import Stack from '@mui/joy/Stack'
import type { HoursOverview } from '@recado/core/modules/hours/contract'
import { zoneName } from '../../lib/format/dates.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { useUrlText } from '../../lib/use-url-state.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { FieldFrame } from '../../ui/form/field.tsx'
import { useHoursCheck } from './use-hours.ts'
import { VerdictCard } from './verdict-card.tsx'

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/

/** "What happens at this moment?": a channel, a queue, a time, and what customers would be told. */
export function TesterPanel({ hours }: { hours: HoursOverview }) {
  const t = useT('hours')
  const [channelText, setChannel] = useUrlText('canal')
  const [queueText, setQueue] = useUrlText('fila')
  const [at, setAt] = useUrlText('em')
  const channel = hours.channels.find(({ id }) => String(id) === channelText)
  const queue = hours.queues.find(({ id }) => String(id) === queueText)
  const place = { channelId: channel?.id ?? null, queueId: queue?.id ?? null }
  const check = useHoursCheck({ ...place, at: MOMENT.test(at) ? at : null })
  const { data } = check
  return (
    <Box sx={{ display: 'grid', gap: 5, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '320px minmax(0, 640px)' } }}>
      <Stack spacing={4}>
        <FieldFrame label={t('levels.one.channel')}>
          {({ id }) => (
            <Select<string>
              value={channel ? String(channel.id) : ''}
              onChange={(_, value) => setChannel(value ?? '')}
              slotProps={{ button: { id }, listbox: { sx: { maxHeight: 320 } } }}
            >
              <Option value="">{t('anyChannel')}</Option>
              {hours.channels.map(({ id: channelId, name }) => (
                <Option key={channelId} value={String(channelId)}>
                  {name}
                </Option>
              ))}
            </Select>
          )}
        </FieldFrame>
        <FieldFrame label={t('levels.one.queue')}>
          {({ id }) => (
            <Select<string>
              value={queue ? String(queue.id) : ''}
              onChange={(_, value) => setQueue(value ?? '')}
              slotProps={{ button: { id }, listbox: { sx: { maxHeight: 320 } } }}
            >
              <Option value="">{t(channel?.queueId ? 'channelQueue' : 'noQueue')}</Option>
              {hours.queues.map(({ id: queueId, name }) => (
                <Option key={queueId} value={String(queueId)}>
                  {name}
                </Option>
              ))}
            </Select>
          )}
        </FieldFrame>
        <FieldFrame label={t('moment')} help={t('momentHelp', { zone: zoneName(hours.timezone) })}>
          {({ id, describedBy }) => (
            <Stack direction="row" spacing={2}>
              <Input
                type="datetime-local"
                value={at !== '' || !data ? at : `${data.date}T${data.time}`}
                onChange={({ target }) => setAt(target.value)}
                slotProps={{
                  input: { id, 'aria-describedby': describedBy, min: '1000-01-01T00:00', max: '2999-12-31T23:59' },
                }}
                sx={{ flex: 1, minWidth: 0 }}
              />
              <Button variant="outlined" color="neutral" disabled={at === ''} onClick={() => setAt('')}>
                {t('now')}
              </Button>
            </Stack>
          )}
        </FieldFrame>
      </Stack>
      <Box aria-live="polite" sx={{ minWidth: 0 }}>
        {check.error && !data ? <ErrorState error={check.error} onRetry={() => void check.refetch()} /> : null}
        {!data && !check.error && <Skeleton variant="rectangular" height={240} sx={{ borderRadius: 8 }} />}
        {data && <VerdictCard hours={hours} check={data} channelId={place.channelId} />}
      </Box>
    </Box>
  )
}
