import { createHashRouter, Navigate, type RouteObject } from 'react-router-dom'
import { loadNamespaces } from '../lib/i18n/i18n.ts'
import { ScreenSkeleton } from '../ui/skeletons.tsx'
import { Guarded } from './guards.tsx'
import { Shell } from './layout/shell.tsx'
import { NotFound } from './not-found.tsx'
import { RouteFailed } from './route-failed.tsx'
import type { ScreenDefinition } from './screen-types.ts'
import { screens } from './screens.ts'

/** Chunk and texts together. */
const loadScreen = async (screen: Pick<ScreenDefinition, 'load' | 'texts'>) => {
  const [module] = await Promise.all([screen.load(), loadNamespaces(screen.texts)])
  return module
}

const routeOf = (screen: ScreenDefinition): RouteObject => ({
  path: screen.path,
  HydrateFallback: ScreenSkeleton,
  ErrorBoundary: RouteFailed,
  lazy: async () => {
    const { Screen } = await loadScreen(screen)
    return {
      Component: () => (
        <Guarded screen={screen}>
          <Screen />
        </Guarded>
      ),
    }
  },
  ...(screen.children ? { children: screen.children } : {}),
})

const publicScreen = (path: string, load: ScreenDefinition['load']): RouteObject => ({
  path,
  HydrateFallback: () => null,
  ErrorBoundary: RouteFailed,
  lazy: async () => ({ Component: (await loadScreen({ load, texts: ['auth'] })).Screen }),
})

export const router = createHashRouter([
  publicScreen('/login', () => import('../features/auth/login-screen.tsx')),
  publicScreen('/entrada', () => import('../features/auth/arrival-screen.tsx')),
  publicScreen('/recuperar-senha', () => import('../features/auth/recovery-screen.tsx')),
  {
    element: <Shell />,
    ErrorBoundary: RouteFailed,
    HydrateFallback: () => null,
    children: [{ path: '/home', element: <Navigate to="/" replace /> }, ...screens.map(routeOf)],
  },
  { path: '*', element: <NotFound /> },
])
