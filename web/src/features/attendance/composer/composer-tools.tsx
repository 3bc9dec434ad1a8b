import Box from '@mui/joy/Box'
import IconButton from '@mui/joy/IconButton'
import Tooltip from '@mui/joy/Tooltip'
import type { ChannelFeatures } from '@recado/sdk'
import { Mic } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { AttachButton, SendButton } from '../../../chat-ui/composer-buttons.tsx'
import { useT } from '../../../lib/i18n/i18n.ts'
import { EmojiButton } from './emoji-button.tsx'
import { takesFiles, takesVoice } from './limits.ts'
import { canRecord } from './recorder.ts'

interface ComposerToolsProps {
  features: ChannelFeatures | null
  /** Signs left, when few. */
  left: number | null
  canSend: boolean
  isEditing: boolean
  hasText: boolean
  /** Other kinds of messages. */
  more: ReactNode
  onEmoji(emoji: string): void
  onFiles(files: Iterable<File>): void
  onRecord(): void
  onSend(): void
}

/** Under the field: emoji, files, voice or send. Keys that change nothing of it do not draw it anew. */
export const ComposerTools = memo((props: ComposerToolsProps) => {
  const { features, left, canSend, isEditing, hasText, more, onEmoji, onFiles, onRecord, onSend } = props
  const t = useT('attendance')
  const canSpeak = !isEditing && !hasText && takesVoice(features) && canRecord()
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <EmojiButton onPick={onEmoji} />
      {!isEditing && takesFiles(features) && <AttachButton onFiles={onFiles} />}
      {more}
      <Box sx={{ flex: 1 }} />
      {left !== null && (
        <Box
          role="status"
          className="tabular"
          sx={{ fontSize: 'xs', color: left < 0 ? 'danger.plainColor' : 'text.tertiary' }}
        >
          {left < 0 ? t('composer.over', { count: -left }) : t('composer.left', { count: left })}
        </Box>
      )}
      {canSpeak ? (
        <Tooltip title={t('composer.record')}>
          <IconButton
            variant="soft"
            color="primary"
            aria-label={t('composer.record')}
            onClick={onRecord}
            sx={{ minWidth: 36, minHeight: 36 }}
          >
            <Mic size={18} />
          </IconButton>
        </Tooltip>
      ) : (
        <SendButton isEditing={isEditing} disabled={!canSend} onSend={onSend} />
      )}
    </Box>
  )
})
