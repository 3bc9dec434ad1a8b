import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import Option from '@mui/joy/Option'
import Select from '@mui/joy/Select'
import Stack from '@mui/joy/Stack'
import Typography from '@mui/joy/Typography'
import { type HoursDay, MAX_PERIODS, type Period } from '@recado/core/modules/hours/contract'
import { Copy, Plus } from 'lucide-react'
import { useT } from '../../lib/i18n/i18n.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { PeriodRow } from './period-row.tsx'
import { dayProblem, nextPeriod, typed, WEEKDAYS, type Weekday } from './week-form.ts'

interface DayRowProps {
  day: HoursDay
  weekday: Weekday
  onChange(day: HoursDay): void
  onCopy(days: readonly number[]): void
  onPastMidnight(period: Period): void
}

const WORKING = [1, 2, 3, 4, 5]

export function DayRow({ day, weekday, onChange, onCopy, onPastMidnight }: DayRowProps) {
  const t = useT('hours')
  const common = useT('common')
  const name = common(`weekdays.${weekday}`)
  const { periods } = day
  const problem = dayProblem(day)
  const next = periods.length < MAX_PERIODS ? nextPeriod(periods) : null
  const setPeriods = (changed: Period[]) => onChange({ ...day, periods: changed })
  const wrong = problem?.kind === 'inverted' ? problem.period : null
  return (
    <Box
      role="group"
      aria-label={name}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', sm: '88px 210px minmax(0, 1fr) auto' },
        gap: { xs: 2, sm: 3 },
        alignItems: 'start',
        px: { xs: 3, sm: 4 },
        py: 2.5,
        '& + &': { borderTop: '1px solid', borderColor: 'divider' },
      }}
    >
      <Typography level="title-sm" sx={{ lineHeight: '36px', gridColumn: { xs: '1', sm: 'auto' } }}>
        {name}
      </Typography>
      <Select<HoursDay['type']>
        value={day.type}
        onChange={(_, type) => type !== null && onChange(typed(day, type))}
        slotProps={{ button: { 'aria-label': t('dayType', { day: name }) } }}
        sx={{ gridRow: { xs: 2, sm: 'auto' }, gridColumn: { xs: '1 / -1', sm: 'auto' } }}
      >
        <Option value="open">{t('types.open')}</Option>
        <Option value="closed">{t('types.closed')}</Option>
        <Option value="periods">{t('types.periods')}</Option>
      </Select>
      <Box sx={{ gridRow: { xs: 3, sm: 'auto' }, gridColumn: { xs: '1 / -1', sm: 'auto' }, minWidth: 0 }}>
        {day.type === 'periods' && (
          <Stack spacing={2} alignItems="flex-start">
            {periods.map((period, index) => (
              <PeriodRow
                // periods have no names; one that changes stays in its place
                key={`${day.day}-${index.toString()}`}
                dayName={name}
                number={index + 1}
                period={period}
                isWrong={period === wrong}
                onChange={(changed) => setPeriods(periods.with(index, changed))}
                onRemove={() => setPeriods(periods.filter((_, other) => other !== index))}
              />
            ))}
            {problem && (
              <Typography level="body-xs" color="danger" role="alert">
                {t(`problems.${problem.kind}`)}
              </Typography>
            )}
            {wrong && (
              <Button variant="soft" color="neutral" onClick={() => onPastMidnight(wrong)}>
                {t('goOnNextDay', { day: common(`weekdays.${nextWeekday(weekday)}`), to: wrong.to })}
              </Button>
            )}
            {next && (
              <Button
                variant="plain"
                color="neutral"
                startDecorator={<Plus size={14} />}
                aria-label={t('addPeriodOf', { day: name })}
                onClick={() => setPeriods([...periods, next])}
              >
                {t('addPeriod')}
              </Button>
            )}
          </Stack>
        )}
      </Box>
      <Box sx={{ gridRow: { xs: 1, sm: 'auto' }, gridColumn: { xs: '2', sm: 'auto' } }}>
        <ActionMenu
          label={t('copyOf', { day: name })}
          trigger={<Copy size={16} aria-hidden />}
          actions={[
            { id: 'all', label: t('copyAll'), run: () => onCopy(WEEKDAYS) },
            { id: 'working', label: t('copyWorking'), run: () => onCopy(WORKING) },
            ...WEEKDAYS.filter((other) => other !== weekday).map((other, index) => ({
              id: String(other),
              label: t('copyTo', { day: common(`weekdays.${other}`) }),
              apart: index === 0,
              run: () => onCopy([other]),
            })),
          ]}
        />
      </Box>
    </Box>
  )
}

const nextWeekday = (weekday: Weekday): Weekday => WEEKDAYS[WEEKDAYS.indexOf(weekday) + 1] ?? WEEKDAYS[0]
