import Box from '@mui/joy/Box'
import Drawer from '@mui/joy/Drawer'
import ModalClose from '@mui/joy/ModalClose'
import Stack from '@mui/joy/Stack'
import Typography from '@mui/joy/Typography'
import { Search } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useT } from '../../lib/i18n/i18n.ts'
import { MeMenu } from './me-menu.tsx'
import { NoticeBell } from './notice-bell.tsx'
import { RailGroups } from './rail-groups.tsx'
import { shellDialogs } from './shell-dialogs-state.ts'
import { ThemeButton } from './theme-button.tsx'

/** All screens and the person's menu, on a phone. */
export const MoreDrawer = observer(({ onClose }: { onClose(): void }) => {
  const t = useT('common')
  const ui = useT('ui')
  return (
    <Drawer anchor="bottom" open onClose={onClose} size="lg">
      <Stack direction="row" alignItems="center" spacing={2} sx={{ px: 4, py: 3 }}>
        <Typography level="title-md" sx={{ flex: 1 }}>
          {t('shell.more')}
        </Typography>
        <NoticeBell />
        <ThemeButton />
        <MeMenu placement="top-end" />
        <ModalClose aria-label={ui('close')} sx={{ position: 'static' }} />
      </Stack>
      <Box sx={{ px: 3, pb: 4, overflow: 'auto' }} onClick={onClose}>
        <Box component="button" type="button" onClick={() => shellDialogs.show('palette')} sx={searchStyles}>
          <Search size={18} aria-hidden />
          {t('shell.search')}
        </Box>
        <RailGroups open />
      </Box>
    </Drawer>
  )
})

const searchStyles = {
  display: 'flex',
  alignItems: 'center',
  gap: 2,
  width: '100%',
  minHeight: 44,
  px: 3,
  borderRadius: 6,
  border: '1px solid',
  borderColor: 'divider',
  background: 'none',
  font: 'inherit',
  fontSize: 'sm',
  color: 'text.secondary',
}
