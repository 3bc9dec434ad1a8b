import Box from '@mui/joy/Box'
import Typography from '@mui/joy/Typography'
import type { HoursDay, Week } from '@recado/core/modules/hours/contract'
import { useT } from '../../lib/i18n/i18n.ts'
import { WEEKDAYS } from './week-form.ts'

/** The hours that a place inherits, to look at. */
export function WeekSummary({ week }: { week: Week }) {
  const t = useT('hours')
  const common = useT('common')
  const textOf = ({ type, periods }: HoursDay): string =>
    type === 'periods' ? periods.map(({ from, to }) => `${from} – ${to}`).join(', ') : t(`types.${type}`)
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        px: 4,
        py: 3,
        display: 'grid',
        gridTemplateColumns: '96px 1fr',
        rowGap: 1,
        bgcolor: 'background.level1',
      }}
    >
      {WEEKDAYS.map((number) => {
        const day = week.find((one) => one.day === number)
        return (
          <Box key={number} sx={{ display: 'contents' }}>
            <Typography component="dt" level="body-sm">
              {common(`weekdays.${number}`)}
            </Typography>
            <Typography component="dd" level="body-sm" textColor="text.primary" sx={{ m: 0 }}>
              {day ? textOf(day) : t('types.open')}
            </Typography>
          </Box>
        )
      })}
    </Box>
  )
}
