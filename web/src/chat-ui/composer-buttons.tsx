import { Check, Paperclip, SendHorizontal } from 'lucide-react'
import { useRef } from 'react'
import { useT } from '../lib/i18n/i18n.ts'
import { ToolButton } from '../ui/tool-button.tsx'

/** Picks files to go along. */
export function AttachButton({ onFiles }: { onFiles(files: File[]): void }) {
  const t = useT('chatUi')
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <ToolButton label={t('attach')} side="top" onClick={() => picker.current?.click()}>
        <Paperclip size={18} />
      </ToolButton>
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
  return (
    <ToolButton
      label={isEditing ? t('saveEdit') : t('send')}
      look="solid"
      side="top"
      className="tool-large"
      disabled={disabled}
      onClick={onSend}
    >
      {isEditing ? <Check size={18} /> : <SendHorizontal size={18} />}
    </ToolButton>
  )
}
