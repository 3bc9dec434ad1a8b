import Dropdown from '@mui/joy/Dropdown'
import IconButton from '@mui/joy/IconButton'
import ListDivider from '@mui/joy/ListDivider'
import ListItem from '@mui/joy/ListItem'
import Menu from '@mui/joy/Menu'
import MenuButton from '@mui/joy/MenuButton'
import MenuItem from '@mui/joy/MenuItem'
import Typography from '@mui/joy/Typography'
import { BellOff } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { notices } from '../../entities/notices.ts'
import { formatDateTime } from '../../lib/format/dates.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { useSavePreferences } from './use-preferences.ts'

const CHOICES = ['hour', 'tomorrow', 'always'] as const

/** "Do not disturb": for a while, or until it is turned off. */
export const SilenceMenu = observer(() => {
  const t = useT('notifications')
  const save = useSavePreferences()
  const { isOn, until } = notices.preferences.doNotDisturb
  const isSilent = notices.isSilent()
  const state = isOn
    ? until === null
      ? t('silence.stateAlways')
      : t('silence.until', { time: formatDateTime(until) })
    : t(isSilent ? 'silence.quietHours' : 'silence.stateOff')
  return (
    <Dropdown>
      <MenuButton
        slots={{ root: IconButton }}
        slotProps={{
          root: {
            variant: isSilent ? 'soft' : 'plain',
            color: isSilent ? 'warning' : 'neutral',
            'aria-label': t('silence.title'),
          },
        }}
      >
        <BellOff size={18} />
      </MenuButton>
      <Menu size="sm" placement="bottom-end" sx={{ minWidth: 240, zIndex: 'tooltip' }}>
        <ListItem sx={{ display: 'block' }}>
          <Typography level="title-sm">{t('silence.title')}</Typography>
          <Typography level="body-xs">{state}</Typography>
        </ListItem>
        <ListDivider />
        {CHOICES.map((choice) => (
          <MenuItem key={choice} onClick={() => save({ doNotDisturb: choice })}>
            {t(`silence.${choice}`)}
          </MenuItem>
        ))}
        {isOn && <MenuItem onClick={() => save({ doNotDisturb: 'off' })}>{t('silence.off')}</MenuItem>}
      </Menu>
    </Dropdown>
  )
})
