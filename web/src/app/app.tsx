import CssBaseline from '@mui/joy/CssBaseline'
import { CssVarsProvider } from '@mui/joy/styles'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, Suspense } from 'react'
import { RouterProvider } from 'react-router-dom'
import { queryClient } from '../lib/query.ts'
import { Globals } from '../theme/global.tsx'
import { buildTheme } from '../theme/theme.ts'
import { LoadingBar } from '../ui/loading-bar.tsx'
import { Toaster } from '../ui/toaster.tsx'
import { router } from './router.tsx'

const theme = buildTheme()

export const App = () => (
  <StrictMode>
    <CssVarsProvider theme={theme} defaultMode="system" modeStorageKey="recado.mode" disableTransitionOnChange>
      <CssBaseline />
      <Globals />
      <QueryClientProvider client={queryClient}>
        <Suspense fallback={null}>
          <LoadingBar />
          <RouterProvider router={router} />
          <Toaster />
        </Suspense>
      </QueryClientProvider>
    </CssVarsProvider>
  </StrictMode>
)
