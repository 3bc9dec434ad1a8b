import Box from '@mui/joy/Box'
import type { HoursDay, Week } from '@recado/core/modules/hours/contract'
import { DayRow } from './day-row.tsx'
import { copyDay, pastMidnight, WEEKDAYS, withDay } from './week-form.ts'

/** Seven days, each open, closed, or with periods; a day's hours can be put on others. */
export function WeekEditor({ week, onChange }: { week: Week; onChange(week: Week): void }) {
  return (
    <Box role="group">
      {WEEKDAYS.map((number) => {
        const day: HoursDay = week.find((one) => one.day === number) ?? { day: number, type: 'open', periods: [] }
        return (
          <DayRow
            key={number}
            day={day}
            weekday={number}
            onChange={(changed) => onChange(withDay(week, changed))}
            onCopy={(days) => onChange(copyDay(week, day, days))}
            onPastMidnight={(period) => onChange(pastMidnight(week, day, period))}
          />
        )
      })}
    </Box>
  )
}
