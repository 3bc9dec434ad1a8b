import Box from '@mui/joy/Box'
import type { ReactNode } from 'react'
import { useT } from '../lib/i18n/i18n.ts'

interface QuoteBoxProps {
  /** Whose words they are. */
  name: string
  isOurs: boolean
  /** Goes to the message; it may have to be loaded. */
  onJump?: (() => void) | undefined
  /** One line of it. */
  children: ReactNode
}

/** The message that another one answers. */
export function QuoteBox({ name, isOurs, onJump, children }: QuoteBoxProps) {
  const t = useT('chatUi')
  return (
    <Box
      component={onJump ? 'button' : 'div'}
      {...(onJump ? { type: 'button', onClick: onJump, 'aria-label': t('jump', { name }) } : {})}
      sx={{
        ...boxStyles,
        borderColor: isOurs ? 'primary.solidBg' : 'neutral.400',
        ...(onJump ? { cursor: 'pointer' } : {}),
      }}
    >
      <Box component="span" sx={{ display: 'block', fontWeight: 600, color: 'text.primary' }}>
        {name}
      </Box>
      <Box component="span" dir="auto" sx={lineStyles}>
        {children}
      </Box>
    </Box>
  )
}

const boxStyles = {
  display: 'block',
  width: '100%',
  minWidth: 0,
  mb: 1.5,
  px: 2,
  py: 1,
  border: 0,
  borderLeft: '3px solid',
  borderRadius: 4,
  bgcolor: 'background.level1',
  font: 'inherit',
  fontSize: 'xs',
  textAlign: 'start',
  color: 'text.secondary',
}
const lineStyles = {
  overflow: 'hidden',
  display: '-webkit-box',
  WebkitLineClamp: 2,
  WebkitBoxOrient: 'vertical',
  overflowWrap: 'anywhere',
}
