import Box from '@mui/joy/Box'
import { Ban, EyeOff } from 'lucide-react'
import type { LiveMessage } from '../../../entities/live-message.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { unsigned } from '../composer/signature.ts'
import { MediaView } from './media-view.tsx'
import { RichView } from './rich-view.tsx'
import { StructuredView } from './structured-view.tsx'

/** What a message says, of whatever kind it is. */
export function ContentView({ message }: { message: LiveMessage }) {
  const t = useT('attendance')
  const { content } = message
  if (message.isDeleted || message.isWithheld) {
    return (
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, fontSize: 'sm', fontStyle: 'italic', opacity: 0.8 }}>
        {message.isDeleted ? <Ban size={14} aria-hidden /> : <EyeOff size={14} aria-hidden />}
        {t(message.isDeleted ? 'message.removed' : 'message.withheld')}
      </Box>
    )
  }
  const own = (text: string) => (message.fromMe ? unsigned(text) : text)
  if (content.type === 'text')
    return <RichView text={own(message.edited ?? content.text)} mentions={content.mentions} />
  if (content.type === 'media') {
    const caption = message.edited ?? content.text ?? ''
    return (
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.5 }}>
        <MediaView message={message} content={content} />
        {caption !== '' && <RichView text={own(caption)} mentions={content.mentions} />}
      </Box>
    )
  }
  return <StructuredView content={content} />
}
