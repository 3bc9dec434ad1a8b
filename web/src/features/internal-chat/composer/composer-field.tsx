import Textarea from '@mui/joy/Textarea'
import type { KeyboardEvent, RefObject } from 'react'
import { optionId } from '../../../chat-ui/mention-list.tsx'
import type { Mention } from '../../../chat-ui/use-mention.ts'
import { useT } from '../../../lib/i18n/i18n.ts'

interface ComposerFieldProps {
  field: RefObject<HTMLTextAreaElement | null>
  /** Of the names that may be picked. */
  listId: string
  value: string
  mention: Mention
  onText(text: string): void
  onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void
  /** Takes pasted files; null where none are taken. */
  onFiles: ((files: File[]) => void) | null
}

/** Grows with the text. */
export function ComposerField({ field, listId, value, mention, onText, onKeyDown, onFiles }: ComposerFieldProps) {
  const t = useT('internalChat')
  const named = mention.found[mention.active]
  return (
    <Textarea
      variant="plain"
      value={value}
      minRows={1}
      maxRows={9}
      onChange={(event) => {
        onText(event.target.value)
        mention.look(event.target.value, event.target.selectionStart)
      }}
      onSelect={({ target }) => {
        if (mention.isOpen && target instanceof HTMLTextAreaElement) mention.look(target.value, target.selectionStart)
      }}
      onBlur={mention.close}
      onKeyDown={onKeyDown}
      onPaste={(event) => {
        const files = [...event.clipboardData.files]
        if (files.length === 0 || !onFiles) return
        event.preventDefault()
        onFiles(files)
      }}
      slotProps={{
        textarea: {
          ref: field,
          'aria-label': t('composer.field'),
          placeholder: t('composer.placeholder'),
          dir: 'auto',
          enterKeyHint: 'send',
          ...(named
            ? {
                'aria-controls': listId,
                'aria-activedescendant': optionId(listId, named.key),
                'aria-autocomplete': 'list',
              }
            : {}),
        },
      }}
      sx={fieldStyles}
    />
  )
}

const fieldStyles = {
  flex: 1,
  minWidth: 0,
  minHeight: 0,
  p: 0,
  px: 1,
  py: '6px',
  alignSelf: 'center',
  bgcolor: 'transparent',
  '--Textarea-focusedThickness': '0px',
  fontSize: 'md',
  '&::before': { display: 'none' },
}
