import Box from '@mui/joy/Box'
import IconButton from '@mui/joy/IconButton'
import { X } from 'lucide-react'
import type { LiveMessage } from '../../../entities/live-message.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { Quote } from '../conversation/quote.tsx'

interface ComposerNoteProps {
  kind: 'reply' | 'edit'
  message: LiveMessage
  contactName: string
  onCancel(): void
}

/** Above the field: which message is answered or changed. */
export function ComposerNote({ kind, message, contactName, onCancel }: ComposerNoteProps) {
  const t = useT('attendance')
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 2, mb: 1 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ fontSize: 'xs', fontWeight: 600, color: 'primary.plainColor', mb: 0.5 }}>
          {kind === 'edit' ? t('composer.editing') : t('composer.replying')}
        </Box>
        <Quote message={message} contactName={contactName} />
      </Box>
      <IconButton aria-label={t(kind === 'edit' ? 'composer.cancelEdit' : 'composer.cancelReply')} onClick={onCancel}>
        <X size={16} />
      </IconButton>
    </Box>
  )
}
