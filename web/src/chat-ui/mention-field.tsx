import type { KeyboardEvent, RefObject } from 'react'
import { GrowingField } from './growing-field.tsx'
import { optionId } from './mention-list.tsx'
import type { Mention } from './use-mention.ts'

interface MentionFieldProps {
  field: RefObject<HTMLTextAreaElement | null>
  /** Of the names that may be picked. */
  listId: string
  value: string
  mention: Mention
  label: string
  placeholder: string
  minRows?: number
  onText(text: string): void
  onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void
  /** Takes pasted files; absent where none are taken. */
  onFiles?: ((files: File[]) => void) | null
  sx?: object
}

/** A field that grows with its text and offers names after an `@`. */
export function MentionField({ field, listId, value, mention, label, placeholder, ...props }: MentionFieldProps) {
  const { onText, onKeyDown, onFiles, sx, ...looks } = props
  const named = mention.found[mention.active]
  return (
    <GrowingField
      {...looks}
      ref={field}
      value={value}
      aria-label={label}
      {...(named
        ? {
            'aria-controls': listId,
            'aria-activedescendant': optionId(listId, named.key),
            'aria-autocomplete': 'list',
          }
        : {})}
      placeholder={placeholder}
      dir="auto"
      enterKeyHint="send"
      onChange={(event) => {
        onText(event.target.value)
        mention.look(event.target.value, event.target.selectionStart)
      }}
      onSelect={({ currentTarget }) => {
        if (mention.isOpen) mention.look(currentTarget.value, currentTarget.selectionStart)
      }}
      onBlur={mention.close}
      onKeyDown={onKeyDown}
      onPaste={(event) => {
        const files = [...event.clipboardData.files]
        if (files.length === 0 || !onFiles) return
        event.preventDefault()
        onFiles(files)
      }}
      {...(sx ? { sx } : {})}
    />
  )
}

/** Enter sends; with Shift it ends a line, and while a sign is composed it is none of ours. */
export const isSendKey = ({ key, shiftKey, altKey, nativeEvent }: KeyboardEvent): boolean =>
  key === 'Enter' && !shiftKey && !altKey && !nativeEvent.isComposing
