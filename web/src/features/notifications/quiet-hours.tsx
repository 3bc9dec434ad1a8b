import Box from '@mui/joy/Box'
import Checkbox from '@mui/joy/Checkbox'
import FormControl from '@mui/joy/FormControl'
import FormLabel from '@mui/joy/FormLabel'
import Input from '@mui/joy/Input'
import Stack from '@mui/joy/Stack'
import Switch from '@mui/joy/Switch'
import Typography from '@mui/joy/Typography'
import type { QuietHours } from '@recado/core/modules/notifications/contract'
import { observer } from 'mobx-react-lite'
import { useId } from 'react'
import { notices } from '../../entities/notices.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { useSavePreferences } from './use-preferences.ts'

const DAYS = [0, 1, 2, 3, 4, 5, 6] as const
const IS_TIME = /^([01]\d|2[0-3]):[0-5]\d$/

/** When nothing may disturb, every week. */
export const QuietHoursFields = observer(() => {
  const t = useT('notifications')
  const common = useT('common')
  const id = useId()
  const save = useSavePreferences()
  const { quietHours } = notices.preferences
  const { isOn, days, start, end } = quietHours
  const change = (part: Partial<QuietHours>) => save({ quietHours: { ...quietHours, ...part } })
  const time = (name: 'start' | 'end', value: string) => (
    <FormControl>
      <FormLabel>{t(`quiet.${name}`)}</FormLabel>
      <Input
        type="time"
        value={value}
        onChange={({ target }) => IS_TIME.test(target.value) && change({ [name]: target.value })}
      />
    </FormControl>
  )
  return (
    <Stack spacing={3}>
      <Stack direction="row" spacing={4} alignItems="flex-start" justifyContent="space-between">
        <Box component="label" htmlFor={id} sx={{ cursor: 'pointer' }}>
          <Typography level="title-sm">{t('quiet.title')}</Typography>
          <Typography level="body-xs" id={`${id}-help`}>
            {t('quiet.text')}
          </Typography>
        </Box>
        <Switch
          checked={isOn}
          onChange={({ target }) => change({ isOn: target.checked })}
          slotProps={{ input: { id, role: 'switch', 'aria-describedby': `${id}-help` } }}
        />
      </Stack>
      {isOn && (
        <>
          <Stack direction="row" spacing={3}>
            {time('start', start)}
            {time('end', end)}
          </Stack>
          <Stack direction="row" useFlexGap flexWrap="wrap" spacing={3} role="group" aria-label={t('quiet.days')}>
            {DAYS.map((day) => (
              <Checkbox
                key={day}
                size="sm"
                label={common(`weekdays.${day}`)}
                checked={days.includes(day)}
                onChange={({ target }) =>
                  change({ days: target.checked ? [...days, day].sort() : days.filter((other) => other !== day) })
                }
              />
            ))}
          </Stack>
        </>
      )}
    </Stack>
  )
})
