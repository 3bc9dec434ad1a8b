import Box from '@mui/joy/Box'
import Stack from '@mui/joy/Stack'
import Typography from '@mui/joy/Typography'
import { type ReactNode, useEffect } from 'react'
import { APP_NAME } from '../lib/app-name.ts'

interface PageProps {
  title: string
  /** One sentence under the title, where the screen needs one. */
  text?: string
  actions?: ReactNode
  /** Search and filters, under the head. */
  toolbar?: ReactNode
  /** The content scrolls by itself (tables do). */
  fill?: boolean
  /** Narrow column for forms and texts. */
  narrow?: boolean
  children: ReactNode
}

/** Head, tools and content of a screen. */
export function Page({ title, text, actions, toolbar, fill = false, narrow = false, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · ${APP_NAME}`
  }, [title])
  const column = narrow ? { width: '100%', maxWidth: 760, mx: 'auto' } : {}
  return (
    <Box
      sx={{
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        overflow: fill ? 'hidden' : 'auto',
        px: { xs: 4, sm: 6, lg: 8 },
      }}
    >
      <Stack
        component="header"
        direction="row"
        useFlexGap
        flexWrap="wrap"
        spacing={3}
        alignItems="center"
        sx={{ pt: { xs: 4, sm: 6 }, pb: 4, ...column }}
      >
        <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
          <Typography
            level="h3"
            component="h1"
            sx={{ fontSize: '1.375rem', fontWeight: 650, letterSpacing: '-0.015em' }}
          >
            {title}
          </Typography>
          {text && (
            <Typography level="body-sm" sx={{ mt: 0.5, maxWidth: 640 }}>
              {text}
            </Typography>
          )}
        </Box>
        {actions && (
          <Stack direction="row" spacing={2}>
            {actions}
          </Stack>
        )}
      </Stack>
      {toolbar && (
        <Stack direction="row" useFlexGap flexWrap="wrap" spacing={2} alignItems="center" sx={{ pb: 3, ...column }}>
          {toolbar}
        </Stack>
      )}
      <Box
        sx={{
          flex: 1,
          minHeight: 0,
          pb: fill ? { xs: 2, sm: 4 } : 8,
          ...(fill ? { display: 'flex', flexDirection: 'column' } : {}),
          ...column,
        }}
      >
        {children}
      </Box>
    </Box>
  )
}
