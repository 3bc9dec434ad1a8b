import Box from '@mui/joy/Box'
import IconButton from '@mui/joy/IconButton'
import Tooltip from '@mui/joy/Tooltip'
import type { ChannelFeatures } from '@recado/sdk'
import { Check, Mic, Paperclip, SendHorizontal } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
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

/** Under the field: emoji, files, voice or send. */
export function ComposerTools(props: ComposerToolsProps) {
  const { features, left, canSend, isEditing, hasText, more, onEmoji, onFiles, onRecord, onSend } = props
  const t = useT('attendance')
  const picker = useRef<HTMLInputElement>(null)
  const canSpeak = !isEditing && !hasText && takesVoice(features) && canRecord()
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <EmojiButton onPick={onEmoji} />
      {!isEditing && takesFiles(features) && (
        <>
          <Tooltip title={t('composer.attach')}>
            <IconButton aria-label={t('composer.attach')} onClick={() => picker.current?.click()}>
              <Paperclip size={18} />
            </IconButton>
          </Tooltip>
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            aria-label={t('composer.attach')}
            onChange={(event) => {
              onFiles([...(event.target.files ?? [])])
              event.target.value = ''
            }}
          />
        </>
      )}
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
        <Tooltip title={t(isEditing ? 'composer.saveEdit' : 'composer.send')}>
          <IconButton
            variant="solid"
            color="primary"
            aria-label={t(isEditing ? 'composer.saveEdit' : 'composer.send')}
            disabled={!canSend}
            onClick={onSend}
            sx={{ minWidth: 36, minHeight: 36 }}
          >
            {isEditing ? <Check size={18} /> : <SendHorizontal size={18} />}
          </IconButton>
        </Tooltip>
      )}
    </Box>
  )
}
