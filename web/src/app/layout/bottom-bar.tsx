import Box from '@mui/joy/Box'
import { Ellipsis } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { NavLink } from 'react-router-dom'
import { badges } from '../../lib/badges.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { useRailScreens } from './use-rail.ts'

const MoreDrawer = lazy(async () => ({ default: (await import('./more-drawer.tsx')).MoreDrawer }))

/** Five places fit: four screens and the rest behind "more". */
const SCREENS = 4

/** The rail on a phone. */
export const BottomBar = observer(() => {
  const t = useT('common')
  const [more, setMore] = useState(false)
  const list = useRailScreens()
  return (
    <Box component="nav" aria-label={t('shell.navigation')} sx={barStyles}>
      {list.slice(0, SCREENS).map((screen) => {
        const Icon = screen.rail.icon
        return (
          <Box key={screen.id} component={NavLink} to={screen.path} end={screen.path === '/'} sx={placeStyles}>
            <Place label={t(`screens.${screen.id}`)} dot={Boolean(badges.values[screen.id])}>
              <Icon size={20} aria-hidden />
            </Place>
          </Box>
        )
      })}
      <Box component="button" type="button" aria-expanded={more} onClick={() => setMore(true)} sx={placeStyles}>
        <Place label={t('shell.more')} dot={badges.notices > 0}>
          <Ellipsis size={20} aria-hidden />
        </Place>
      </Box>
      <Suspense fallback={null}>{more && <MoreDrawer onClose={() => setMore(false)} />}</Suspense>
    </Box>
  )
})

function Place({ label, dot = false, children }: { label: string; dot?: boolean; children: ReactNode }) {
  return (
    <>
      <Box sx={{ position: 'relative', lineHeight: 0 }}>
        {children}
        {dot && <Box sx={dotStyles} />}
      </Box>
      <Box
        component="span"
        sx={{ maxWidth: '100%', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
      >
        {label}
      </Box>
    </>
  )
}

const barStyles = {
  display: { xs: 'flex', sm: 'none' },
  flexShrink: 0,
  borderTop: '1px solid',
  borderColor: 'divider',
  bgcolor: 'background.surface',
  pb: 'env(safe-area-inset-bottom)',
}

const placeStyles = {
  // a long name takes room from short ones before it is cut
  flex: '1 1 auto',
  minWidth: 0,
  minHeight: 56,
  px: 0.5,
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 1,
  border: 0,
  background: 'none',
  font: 'inherit',
  fontSize: 'xs',
  textDecoration: 'none',
  color: 'text.secondary',
  '&.active': { color: 'primary.plainColor', fontWeight: 600 },
}

const dotStyles = {
  position: 'absolute',
  top: -2,
  right: -4,
  width: 8,
  height: 8,
  borderRadius: '50%',
  bgcolor: 'primary.solidBg',
}
