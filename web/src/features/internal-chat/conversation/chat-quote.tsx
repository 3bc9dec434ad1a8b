import Box from '@mui/joy/Box'
import type { ChatMessage } from '@recado/core/modules/internal-chat/contract'
import { useT } from '../../../lib/i18n/i18n.ts'
import { lineOf } from '../chat-line.ts'

interface ChatQuoteProps {
  message: NonNullable<ChatMessage['replyTo']>
  me: number
  /** Goes to the message; it may have to be loaded. */
  onJump?: (() => void) | undefined
}

/** The message that another one answers. */
export function ChatQuote({ message, me, onJump }: ChatQuoteProps) {
  const t = useT('internalChat')
  const name = message.fromUserId === me ? t('you') : message.fromName
  return (
    <Box
      component={onJump ? 'button' : 'div'}
      {...(onJump ? { type: 'button', onClick: onJump, 'aria-label': t('message.jump', { name }) } : {})}
      sx={{ ...quoteStyles, ...(onJump ? { cursor: 'pointer' } : {}) }}
    >
      <Box component="span" sx={{ display: 'block', fontWeight: 600, color: 'text.primary' }}>
        {name}
      </Box>
      <Box component="span" dir="auto" sx={lineStyles}>
        {lineOf(message)}
      </Box>
    </Box>
  )
}

const quoteStyles = {
  display: 'block',
  width: '100%',
  minWidth: 0,
  mb: 1.5,
  px: 2,
  py: 1,
  border: 0,
  borderLeft: '3px solid',
  borderColor: 'primary.solidBg',
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
