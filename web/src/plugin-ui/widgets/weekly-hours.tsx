import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import IconButton from '@mui/joy/IconButton'
import Input from '@mui/joy/Input'
import Stack from '@mui/joy/Stack'
import Switch from '@mui/joy/Switch'
import Typography from '@mui/joy/Typography'
import { Plus, X } from 'lucide-react'
import { useT } from '../../lib/i18n/i18n.ts'
import type { WidgetProps } from './types.ts'

interface Period {
  start: string
  end: string
}

interface Day {
  day: number
  periods: Period[]
}

const DAYS = [1, 2, 3, 4, 5, 6, 0] as const
const SLOTS = [0, 1, 2, 3] as const
const USUAL: Period = { start: '08:00', end: '18:00' }

/** Seven days, each closed or with up to four periods. */
export function WeeklyHoursWidget({ id, value, disabled, onChange }: WidgetProps) {
  const t = useT('pluginUi')
  const common = useT('common')
  const week = Array.isArray(value) ? (value as Day[]) : []
  const periodsOf = (day: number) => week.find((each) => each.day === day)?.periods ?? []
  const set = (day: number, periods: Period[]) => {
    const rest = week.filter((each) => each.day !== day)
    onChange((periods.length > 0 ? [...rest, { day, periods }] : rest).toSorted((a, b) => a.day - b.day))
  }
  return (
    <Stack id={id} tabIndex={-1} spacing={0} sx={{ border: '1px solid', borderColor: 'divider', borderRadius: 6 }}>
      {DAYS.map((day) => {
        const periods = periodsOf(day)
        const name = common(`weekdays.${day}`)
        return (
          <Stack key={day} direction="row" useFlexGap flexWrap="wrap" spacing={3} alignItems="center" sx={rowStyles}>
            <Switch
              size="sm"
              checked={periods.length > 0}
              disabled={disabled}
              onChange={(event) => set(day, event.target.checked ? [USUAL] : [])}
              slotProps={{ input: { 'aria-label': name, role: 'switch' } }}
            />
            <Typography level="body-sm" textColor="text.primary" sx={{ width: 84 }}>
              {name}
            </Typography>
            <Box sx={{ flex: 1, display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
              {periods.length === 0 && <Typography level="body-sm">{t('hours.closed')}</Typography>}
              {SLOTS.map((slot) => {
                const period = periods[slot]
                return (
                  period && (
                    <PeriodInput
                      key={slot}
                      name={name}
                      period={period}
                      disabled={disabled}
                      onChange={(next) => set(day, periods.with(slot, next))}
                      onRemove={() => set(day, periods.toSpliced(slot, 1))}
                    />
                  )
                )
              })}
              {periods.length > 0 && periods.length < SLOTS.length && (
                <IconButton
                  aria-label={t('hours.add', { day: name })}
                  disabled={disabled}
                  onClick={() => set(day, [...periods, { start: periods.at(-1)?.end ?? '13:00', end: '22:00' }])}
                >
                  <Plus size={16} />
                </IconButton>
              )}
            </Box>
          </Stack>
        )
      })}
      <Box sx={{ p: 2, borderTop: '1px solid', borderColor: 'divider' }}>
        <Button
          variant="plain"
          color="neutral"
          disabled={disabled || periodsOf(1).length === 0}
          onClick={() => onChange([1, 2, 3, 4, 5].map((day) => ({ day, periods: periodsOf(1) })))}
        >
          {t('hours.copy')}
        </Button>
      </Box>
    </Stack>
  )
}

interface PeriodInputProps {
  name: string
  period: Period
  disabled: boolean
  onChange(period: Period): void
  onRemove(): void
}

function PeriodInput({ name, period, disabled, onChange, onRemove }: PeriodInputProps) {
  const t = useT('pluginUi')
  return (
    <Stack direction="row" spacing={1} alignItems="center">
      <Input
        type="time"
        size="sm"
        value={period.start}
        disabled={disabled}
        onChange={(event) => onChange({ ...period, start: event.target.value })}
        slotProps={{ input: { 'aria-label': t('hours.from', { day: name }) } }}
      />
      <span aria-hidden>–</span>
      <Input
        type="time"
        size="sm"
        value={period.end}
        disabled={disabled}
        onChange={(event) => onChange({ ...period, end: event.target.value })}
        slotProps={{ input: { 'aria-label': t('hours.to', { day: name }) } }}
      />
      <IconButton aria-label={t('hours.remove')} disabled={disabled} onClick={onRemove}>
        <X size={14} />
      </IconButton>
    </Stack>
  )
}

const rowStyles = { px: 3, py: 1, minHeight: 44, '& + &': { borderTop: '1px solid', borderColor: 'divider' } }
