import Box from '@mui/joy/Box'
import IconButton from '@mui/joy/IconButton'
import type { ChatMessage } from '@recado/core/modules/internal-chat/contract'
import { X } from 'lucide-react'
import { useT } from '../../../lib/i18n/i18n.ts'
import { ChatQuote } from '../conversation/chat-quote.tsx'

interface ComposerNoteProps {
  kind: 'reply' | 'edit'
  message: NonNullable<ChatMessage['replyTo']>
  me: number
  onCancel(): void
}

/** Above the field: which message is answered or changed. */
export function ComposerNote({ kind, message, me, onCancel }: ComposerNoteProps) {
  const t = useT('internalChat')
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 2, mb: 1 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ fontSize: 'xs', fontWeight: 600, color: 'primary.plainColor', mb: 0.5 }}>
          {kind === 'edit' ? t('composer.editing') : t('composer.replying')}
        </Box>
        <ChatQuote message={message} me={me} />
      </Box>
      <IconButton aria-label={t(kind === 'edit' ? 'composer.cancelEdit' : 'composer.cancelReply')} onClick={onCancel}>
        <X size={16} />
      </IconButton>
    </Box>
  )
}
