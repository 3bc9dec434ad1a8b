import Box from '@mui/joy/Box'
import { observer } from 'mobx-react-lite'
import { Suspense } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { useT } from '../../lib/i18n/i18n.ts'
import { session } from '../../lib/session/session.ts'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { ScreenSkeleton } from '../../ui/skeletons.tsx'
import { PlanExpired } from '../plan-expired.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { LiveNotice } from './live-notice.tsx'
import { Rail } from './rail.tsx'
import { ShellDialogs } from './shell-dialogs.tsx'

/** What is always there: the rail (a bar on phones), dialogs of the shell, and the screen in between. */
export const Shell = observer(() => {
  const { pathname, search } = useLocation()
  const t = useT('common')
  if (!session.signedIn) return <Navigate to="/login" replace state={{ from: pathname + search }} />
  const confined = session.user?.planExpired && pathname !== '/financeiro'
  return (
    <Box sx={{ height: '100dvh', display: 'flex', flexDirection: { xs: 'column-reverse', sm: 'row' } }}>
      <Box component="a" href="#content" onClick={focusContent} sx={skipLink}>
        {t('shell.skip')}
      </Box>
      <Rail />
      <BottomBar />
      <Box
        component="main"
        id="content"
        tabIndex={-1}
        sx={{ flex: 1, minWidth: 0, minHeight: 0, display: 'flex', flexDirection: 'column', outline: 'none' }}
      >
        <LiveNotice />
        <Box sx={{ flex: 1, minHeight: 0 }}>
          <ErrorBoundary resetKey={pathname}>
            <Suspense fallback={<ScreenSkeleton />}>{confined ? <PlanExpired /> : <Outlet />}</Suspense>
          </ErrorBoundary>
        </Box>
      </Box>
      <ShellDialogs />
    </Box>
  )
})

/** The hash belongs to the router, so the link moves the focus by itself. */
function focusContent(event: { preventDefault(): void }) {
  event.preventDefault()
  document.getElementById('content')?.focus()
}

const skipLink = {
  position: 'fixed',
  zIndex: 'tooltip',
  top: 8,
  left: 8,
  px: 3,
  py: 2,
  borderRadius: 6,
  bgcolor: 'primary.solidBg',
  color: 'primary.solidColor',
  fontSize: 'sm',
  translate: '0 -64px',
  '&:focus': { translate: 'none' },
}
