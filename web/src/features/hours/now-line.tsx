import Chip from '@mui/joy/Chip'
import Stack from '@mui/joy/Stack'
import Typography from '@mui/joy/Typography'
import { zoneName } from '../../lib/format/dates.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import type { HoursPlace } from './places.ts'
import { useHoursCheck } from './use-hours.ts'
import { useMomentText } from './verdict-text.ts'

/** Whether the place is open at this moment, and until when. */
export function NowLine({ place: { level, id }, timezone }: { place: HoursPlace; timezone: string }) {
  const t = useT('hours')
  const momentText = useMomentText()
  const { data } = useHoursCheck({
    channelId: level === 'channel' ? id : null,
    queueId: level === 'queue' ? id : null,
    at: null,
  })
  return (
    <Stack direction="row" useFlexGap flexWrap="wrap" spacing={2} alignItems="center" sx={{ mt: 1, minHeight: 24 }}>
      {data && (
        <>
          <Chip color={data.isOpen ? 'success' : 'neutral'}>{t(data.isOpen ? 'openNow' : 'closedNow')}</Chip>
          {data.until !== null && (
            <Typography level="body-sm">
              {t(data.isOpen ? 'closesAt' : 'opensAt', { at: momentText(data.until, data.at) })}
            </Typography>
          )}
        </>
      )}
      <Typography level="body-xs">{t('zone', { zone: zoneName(timezone) })}</Typography>
    </Stack>
  )
}
