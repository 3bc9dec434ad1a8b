import type { ChatMessage } from '@recado/core/modules/internal-chat/contract'
import { QuoteBox } from '../../../chat-ui/quote-box.tsx'
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
    <QuoteBox name={name} isOurs={message.fromUserId === me} onJump={onJump}>
      {lineOf(message)}
    </QuoteBox>
  )
}
