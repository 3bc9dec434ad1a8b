import IconButton from '@mui/joy/IconButton'
import Tooltip from '@mui/joy/Tooltip'
import { Check, Paperclip, SendHorizontal } from 'lucide-react'
import { useRef } from 'react'
import { useT } from '../lib/i18n/i18n.ts'

/** Picks files to go along. */
export function AttachButton({ onFiles }: { onFiles(files: File[]): void }) {
  const t = useT('chatUi')
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <Tooltip title={t('attach')}>
        <IconButton aria-label={t('attach')} onClick={() => picker.current?.click()}>
          <Paperclip size={18} />
        </IconButton>
      </Tooltip>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label={t('attach')}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          // the same file may be picked again
          event.target.value = ''
        }}
      />
    </>
  )
}

/** Sends what was written, or saves a change of what was sent. */
export function SendButton({ isEditing, disabled, onSend }: { isEditing: boolean; disabled: boolean; onSend(): void }) {
  const t = useT('chatUi')
  const label = isEditing ? t('saveEdit') : t('send')
  return (
    <Tooltip title={label}>
      <IconButton
        variant="solid"
        color="primary"
        aria-label={label}
        disabled={disabled}
        onClick={onSend}
        sx={{ minWidth: 36, minHeight: 36 }}
      >
        {isEditing ? <Check size={18} /> : <SendHorizontal size={18} />}
      </IconButton>
    </Tooltip>
  )
}
