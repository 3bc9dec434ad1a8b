import Box from '@mui/joy/Box'
import Typography from '@mui/joy/Typography'
import { observer } from 'mobx-react-lite'
import { matchPath, useLocation, useNavigate } from 'react-router-dom'
import { useT } from '../../lib/i18n/i18n.ts'
import { useStable } from '../../lib/use-stable.ts'
import { RailItem } from './rail-item.tsx'
import { grouped, useRailScreens } from './use-rail.ts'

/** The screens by group; with their names when there is room. It alone follows the address, not each of its items. */
export const RailGroups = observer(({ open }: { open: boolean }) => {
  const t = useT('common')
  const groups = grouped(useRailScreens())
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const go = useStable((path: string) => void navigate(path))
  return groups.map(({ group, screens }, index) => (
    <Box key={group} role="group" aria-label={t(`groups.${group}`)} sx={{ mb: 2 }}>
      {open ? (
        <Typography level="body-xs" sx={{ px: 2, pt: 2, pb: 1, fontWeight: 550 }} aria-hidden>
          {t(`groups.${group}`)}
        </Typography>
      ) : (
        index > 0 && <Box sx={{ mx: 2, mb: 2, borderTop: '1px solid', borderColor: 'divider' }} />
      )}
      {screens.map((screen) => (
        <RailItem
          key={screen.id}
          screen={screen}
          open={open}
          isHere={matchPath({ path: screen.path, end: screen.path === '/' }, pathname) !== null}
          onGo={go}
        />
      ))}
    </Box>
  ))
})
