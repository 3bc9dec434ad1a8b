import Box from '@mui/joy/Box'
import Stack from '@mui/joy/Stack'
import Typography from '@mui/joy/Typography'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface EmptyStateProps {
  icon?: LucideIcon
  title: string
  /** What it is for and the first step. */
  text?: string
  action?: ReactNode
  /** It is all there is on the screen: its title is the screen's. */
  isScreen?: boolean
}

/** An empty place that teaches the first step. */
export function EmptyState({ icon: Icon, title, text, action, isScreen = false }: EmptyStateProps) {
  return (
    <Stack alignItems="center" justifyContent="center" spacing={3} sx={{ p: 8, minHeight: 240, textAlign: 'center' }}>
      {Icon && (
        <Box sx={{ p: 3, borderRadius: 12, bgcolor: 'background.level1', color: 'text.tertiary', lineHeight: 0 }}>
          <Icon size={24} aria-hidden />
        </Box>
      )}
      <Stack spacing={1} alignItems="center">
        <Typography level="title-md" {...(isScreen ? { component: 'h1' } : {})}>
          {title}
        </Typography>
        {text && (
          <Typography level="body-sm" sx={{ maxWidth: 420, textWrap: 'balance' }}>
            {text}
          </Typography>
        )}
      </Stack>
      {action}
    </Stack>
  )
}
