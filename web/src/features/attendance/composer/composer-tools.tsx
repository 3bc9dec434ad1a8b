import Box from '@mui/joy/Box'
import type { ChannelFeatures } from '@recado/sdk'
import { Mic } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { AttachButton, SendButton } from '../../../chat-ui/composer-buttons.tsx'
import { useT } from '../../../lib/i18n/i18n.ts'
import { ToolButton } from '../../../ui/tool-button.tsx'
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
        <ToolButton
          label={t('composer.record')}
          look="soft"
          colour="primary"
          side="top"
          className="tool-large"
          onClick={onRecord}
        >
          <Mic size={18} />
        </ToolButton>
      ) : (
        <SendButton isEditing={isEditing} disabled={!canSend} onSend={onSend} />
      )}
    </Box>
  )
})
