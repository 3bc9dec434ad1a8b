import Box from '@mui/joy/Box'
import Stack from '@mui/joy/Stack'
import Typography from '@mui/joy/Typography'
import { Keyboard, PanelLeftClose, PanelLeftOpen, Search } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { lazy, Suspense } from 'react'
import { APP_NAME } from '../../lib/app-name.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { preferences } from '../../lib/preferences.ts'
import { Kbd } from '../../ui/kbd.tsx'
import { Mark } from '../../ui/mark.tsx'
import { ToolButton } from '../../ui/tool-button.tsx'
import { NoticeBell } from './notice-bell.tsx'
import { RailGroups } from './rail-groups.tsx'
import { shellDialogs } from './shell-dialogs-state.ts'
import { ThemeButton } from './theme-button.tsx'

/** The menu's code follows the first paint. */
const MeMenu = lazy(async () => ({ default: (await import('./me-menu.tsx')).MeMenu }))

/** The slim rail: grouped screens, and at its foot the tools and the person. */
export const Rail = observer(() => {
  const t = useT('common')
  const open = preferences.railOpen
  return (
    <Box
      component="nav"
      aria-label={t('shell.navigation')}
      sx={{
        display: { xs: 'none', sm: 'flex' },
        flexDirection: 'column',
        width: open ? 220 : 56,
        flexShrink: 0,
        bgcolor: 'background.level1',
        borderRight: '1px solid',
        borderColor: 'divider',
      }}
    >
      <Stack direction="row" alignItems="center" spacing={2} sx={{ height: 56, px: 3, flexShrink: 0 }}>
        <Mark size={30} />
        {open && (
          <Typography level="title-md" noWrap sx={{ flex: 1 }}>
            {APP_NAME}
          </Typography>
        )}
      </Stack>
      <Box sx={{ px: 2, pb: 2 }}>
        <SearchButton open={open} label={t('shell.search')} short={t('shell.searchShort')} />
      </Box>
      <Box sx={screensStyles}>
        <RailGroups open={open} />
      </Box>
      <Stack
        spacing={1}
        direction={open ? 'row' : 'column'}
        alignItems="center"
        sx={{ px: 2, py: 2, borderTop: '1px solid', borderColor: 'divider' }}
      >
        <ToolButton
          label={open ? t('shell.collapse') : t('shell.expand')}
          side="right"
          aria-expanded={open}
          onClick={() => preferences.setRailOpen(!open)}
        >
          {open ? <PanelLeftClose size={18} /> : <PanelLeftOpen size={18} />}
        </ToolButton>
        <ToolButton label={t('shell.keys')} side="right" onClick={() => shellDialogs.show('keys')}>
          <Keyboard size={18} />
        </ToolButton>
        <NoticeBell />
        <ThemeButton />
        {open && <Box sx={{ flex: 1 }} />}
        <Suspense fallback={<Box sx={{ width: 34, height: 34 }} />}>
          <MeMenu placement={open ? 'top-start' : 'right-end'} />
        </Suspense>
      </Stack>
    </Box>
  )
})

function SearchButton({ open, label, short }: { open: boolean; label: string; short: string }) {
  const show = () => shellDialogs.show('palette')
  if (!open) {
    return (
      <ToolButton label={label} look="outlined" side="right" onClick={show} style={{ width: 40 }}>
        <Search size={16} />
      </ToolButton>
    )
  }
  return (
    <Box component="button" type="button" onClick={show} aria-label={label} sx={searchStyles}>
      <Search size={16} aria-hidden />
      <Box component="span" sx={{ flex: 1, textAlign: 'left' }}>
        {short}
      </Box>
      <Kbd keys="mod+k" />
    </Box>
  )
}

const ground = 'var(--joy-palette-background-level1)'
const shade = 'rgb(0 0 0 / 18%)'

/** Where there is more above or below, a shade says so: it stays, while what covers it at the ends moves along. */
const screensStyles = {
  flex: 1,
  minHeight: 0,
  overflowY: 'auto',
  overflowX: 'hidden',
  px: 2,
  scrollbarWidth: 'none',
  background: `
    linear-gradient(${ground} 30%, transparent) top / 100% 32px no-repeat local,
    linear-gradient(transparent, ${ground} 70%) bottom / 100% 32px no-repeat local,
    linear-gradient(${shade}, transparent) top / 100% 8px no-repeat scroll,
    linear-gradient(transparent, ${shade}) bottom / 100% 8px no-repeat scroll`,
}

const searchStyles = {
  display: 'flex',
  alignItems: 'center',
  gap: 2,
  width: '100%',
  minHeight: 34,
  px: 2,
  borderRadius: 6,
  border: '1px solid',
  borderColor: 'neutral.outlinedBorder',
  bgcolor: 'background.surface',
  color: 'text.tertiary',
  font: 'inherit',
  fontSize: 'sm',
  cursor: 'pointer',
  '&:hover': { color: 'text.primary' },
}
