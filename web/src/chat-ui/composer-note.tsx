import Box from '@mui/joy/Box'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useT } from '../lib/i18n/i18n.ts'
import { ToolButton } from '../ui/tool-button.tsx'

interface ComposerNoteProps {
  kind: 'reply' | 'edit'
  onCancel(): void
  /** The message. */
  children: ReactNode
}

/** Above the field: which message is answered or changed. */
export function ComposerNote({ kind, onCancel, children }: ComposerNoteProps) {
  const t = useT('chatUi')
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 2, mb: 1 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ fontSize: 'xs', fontWeight: 600, color: 'primary.plainColor', mb: 0.5 }}>
          {kind === 'edit' ? t('editing') : t('replying')}
        </Box>
        {children}
      </Box>
      <ToolButton label={t(kind === 'edit' ? 'cancelEdit' : 'cancelReply')} onClick={onCancel}>
        <X size={16} />
      </ToolButton>
    </Box>
  )
}
