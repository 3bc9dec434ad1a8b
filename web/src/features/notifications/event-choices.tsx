import Box from '@mui/joy/Box'
import Checkbox from '@mui/joy/Checkbox'
import FormControl from '@mui/joy/FormControl'
import FormLabel from '@mui/joy/FormLabel'
import IconButton from '@mui/joy/IconButton'
import Option from '@mui/joy/Option'
import Select from '@mui/joy/Select'
import Slider from '@mui/joy/Slider'
import Stack from '@mui/joy/Stack'
import Typography from '@mui/joy/Typography'
import {
  type EventChoice,
  NOTICE_EVENTS,
  type NoticeEvent,
  SOUNDS,
  type Sound,
} from '@recado/core/modules/notifications/contract'
import { Play } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { notices } from '../../entities/notices.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { playSound } from '../../lib/sounds.ts'
import { useSavePreferences } from './use-preferences.ts'

const hear = (sound: Sound, volume: number) => playSound(sound, volume, { now: true })

/** For each event: its sound, whether it shows on the screen, whether it is pushed. */
export const EventChoices = observer(() => {
  const t = useT('notifications')
  const save = useSavePreferences()
  const { events, volume } = notices.preferences
  const [level, setLevel] = useState(volume)
  const change = (event: NoticeEvent, part: Partial<EventChoice>) =>
    save({ events: { [event]: { ...events[event], ...part } } })
  return (
    <Stack spacing={4}>
      {NOTICE_EVENTS.map((event) => {
        const { sound, toast, push } = events[event]
        const name = t(`events.${event}.title`)
        return (
          <Box key={event} role="group" aria-label={name} sx={rowStyles}>
            <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
              <Typography level="title-sm">{name}</Typography>
              <Typography level="body-xs">{t(`events.${event}.text`)}</Typography>
            </Box>
            <Stack direction="row" spacing={1} alignItems="center">
              <Select<Sound>
                size="sm"
                value={sound}
                onChange={(_, next) => {
                  if (!next) return
                  hear(next, volume)
                  change(event, { sound: next })
                }}
                slotProps={{ button: { 'aria-label': t('soundOf', { name }) } }}
                sx={{ width: 120 }}
              >
                {SOUNDS.map((one) => (
                  <Option key={one} value={one}>
                    {t(`sounds.${one}`)}
                  </Option>
                ))}
              </Select>
              <IconButton
                size="sm"
                aria-label={t('hear', { name })}
                disabled={sound === 'none'}
                onClick={() => hear(sound, volume)}
              >
                <Play size={15} />
              </IconButton>
            </Stack>
            <Stack direction="row" spacing={4} sx={{ minWidth: 150 }}>
              <Checkbox
                size="sm"
                label={t('toast')}
                checked={toast}
                onChange={({ target }) => change(event, { toast: target.checked })}
              />
              <Checkbox
                size="sm"
                label={t('push')}
                checked={push}
                onChange={({ target }) => change(event, { push: target.checked })}
              />
            </Stack>
          </Box>
        )
      })}
      <FormControl>
        <FormLabel id="notice-volume">{t('volume')}</FormLabel>
        <Slider
          aria-labelledby="notice-volume"
          value={level}
          step={10}
          valueLabelDisplay="auto"
          valueLabelFormat={(value) => `${value}%`}
          onChange={(_, value) => setLevel(Number(value))}
          onChangeCommitted={(_, value) => {
            hear('chime', Number(value))
            save({ volume: Number(value) })
          }}
          sx={{ maxWidth: 300, mx: 2 }}
        />
      </FormControl>
    </Stack>
  )
})

const rowStyles = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 4, rowGap: 2 }
