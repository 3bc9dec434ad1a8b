import Box from '@mui/joy/Box'
import Dropdown from '@mui/joy/Dropdown'
import IconButton from '@mui/joy/IconButton'
import ListDivider from '@mui/joy/ListDivider'
import ListItem from '@mui/joy/ListItem'
import ListItemDecorator from '@mui/joy/ListItemDecorator'
import Menu from '@mui/joy/Menu'
import MenuButton from '@mui/joy/MenuButton'
import MenuItem from '@mui/joy/MenuItem'
import Typography from '@mui/joy/Typography'
import { Download, LogOut, ShieldCheck, SlidersHorizontal, UserRound } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useT } from '../../lib/i18n/i18n.ts'
import { session } from '../../lib/session/session.ts'
import { connection } from '../../lib/socket/connection.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { install } from '../pwa.ts'
import { leave } from '../session-effects.ts'
import { shellDialogs } from './shell-dialogs-state.ts'

const PRESENCE = { live: 'online', connecting: 'idle', lost: 'idle', off: 'offline' } as const

/** The person: who they are, how they are connected, their settings, and the way out. */
export const MeMenu = observer(({ placement }: { placement: 'right-end' | 'top-start' | 'top-end' }) => {
  const t = useT('common')
  const { user } = session
  if (!user) return null
  return (
    <Dropdown>
      <MenuButton
        slots={{ root: IconButton }}
        slotProps={{ root: { variant: 'plain', color: 'neutral', 'aria-label': t('shell.me') } }}
        sx={{ p: 0.5, borderRadius: '50%' }}
      >
        <Avatar name={user.username} src={user.profilePictureUrl} size={30} presence={PRESENCE[connection.state]} />
      </MenuButton>
      <Menu placement={placement} size="sm" sx={{ minWidth: 240 }}>
        <ListItem sx={{ display: 'block', py: 1 }}>
          <Typography level="title-sm" noWrap>
            {user.username}
          </Typography>
          <Typography level="body-xs" noWrap>
            {t(`profiles.${user.profile}`)} · {user.tenantName}
          </Typography>
          <Typography level="body-xs" startDecorator={<StateDot />} sx={{ mt: 1 }}>
            {t(`live.${connection.state}`)}
          </Typography>
        </ListItem>
        <ListDivider />
        <MenuItem onClick={() => shellDialogs.show('profile')}>
          <ListItemDecorator>
            <UserRound size={16} />
          </ListItemDecorator>
          {t('me.profile')}
        </MenuItem>
        <MenuItem onClick={() => shellDialogs.show('security')}>
          <ListItemDecorator>
            <ShieldCheck size={16} />
          </ListItemDecorator>
          {t('me.security')}
        </MenuItem>
        <MenuItem onClick={() => shellDialogs.show('preferences')}>
          <ListItemDecorator>
            <SlidersHorizontal size={16} />
          </ListItemDecorator>
          {t('me.preferences')}
        </MenuItem>
        {install.offered && (
          <MenuItem onClick={() => void install.ask()}>
            <ListItemDecorator>
              <Download size={16} />
            </ListItemDecorator>
            {t('shell.install')}
          </MenuItem>
        )}
        <ListDivider />
        <MenuItem onClick={() => void leave()}>
          <ListItemDecorator>
            <LogOut size={16} />
          </ListItemDecorator>
          {t('me.leave')}
        </MenuItem>
      </Menu>
    </Dropdown>
  )
})

const StateDot = observer(() => (
  <Box
    sx={{
      width: 8,
      height: 8,
      borderRadius: '50%',
      bgcolor: connection.state === 'live' ? 'success.400' : 'warning.400',
    }}
  />
))
