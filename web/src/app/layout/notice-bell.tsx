import Box from '@mui/joy/Box'
import { lazy, Suspense } from 'react'
import { shellDialogs } from './shell-dialogs-state.ts'

/** Schemas come along, which are no part of the first load. */
const Bell = lazy(async () => ({ default: (await import('../../features/notifications/bell.tsx')).Bell }))

/** Opens what the person was told. */
export const NoticeBell = () => (
  <Suspense fallback={<Box sx={{ width: 34, height: 34 }} />}>
    <Bell onOpen={() => shellDialogs.show('notices')} />
  </Suspense>
)
