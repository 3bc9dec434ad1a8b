import Box from '@mui/joy/Box'
import type { QuotedMessage } from '@recado/core/modules/messages/contract'
import { useT } from '../../../lib/i18n/i18n.ts'
import { lineOf } from '../content/line-of.ts'

interface QuoteProps {
  message: QuotedMessage
  contactName: string
  /** Goes to the message; it may have to be loaded. */
  onJump?: (() => void) | undefined
}

/** The message that another one answers. */
export function Quote({ message, contactName, onJump }: QuoteProps) {
  const t = useT('attendance')
  const name = message.fromMe ? (message.sender?.name ?? t('message.us')) : (message.sender?.name ?? contactName)
  return (
    <Box
      component={onJump ? 'button' : 'div'}
      {...(onJump ? { type: 'button', onClick: onJump, 'aria-label': t('message.jump', { name }) } : {})}
      sx={{
        display: 'block',
        width: '100%',
        minWidth: 0,
        mb: 1.5,
        px: 2,
        py: 1,
        border: 0,
        borderLeft: '3px solid',
        borderColor: message.fromMe ? 'primary.solidBg' : 'neutral.400',
        borderRadius: 4,
        bgcolor: 'background.level1',
        font: 'inherit',
        textAlign: 'start',
        color: 'text.secondary',
        ...(onJump ? { cursor: 'pointer' } : {}),
      }}
    >
      <Box component="span" sx={{ display: 'block', fontSize: 'xs', fontWeight: 600, color: 'text.primary' }}>
        {name}
      </Box>
      <Box component="span" dir="auto" sx={lineStyles}>
        {lineOf(message)}
      </Box>
    </Box>
  )
}

const lineStyles = {
  fontSize: 'xs',
  overflow: 'hidden',
  display: '-webkit-box',
  WebkitLineClamp: 2,
  WebkitBoxOrient: 'vertical',
  overflowWrap: 'anywhere',
}
