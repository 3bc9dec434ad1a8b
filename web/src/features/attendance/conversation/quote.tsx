import type { QuotedMessage } from '@recado/core/modules/messages/contract'
import { QuoteBox } from '../../../chat-ui/quote-box.tsx'
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
    <QuoteBox name={name} isOurs={message.fromMe} onJump={onJump}>
      {lineOf(message)}
    </QuoteBox>
  )
}
