import { observer } from 'mobx-react-lite'
import type { ClipboardEvent, KeyboardEvent, RefObject } from 'react'
import { GrowingField } from '../../../chat-ui/growing-field.tsx'
import { useT } from '../../../lib/i18n/i18n.ts'
import { options } from '../state/options.ts'

interface ComposerFieldProps {
  field: RefObject<HTMLTextAreaElement | null>
  value: string
  placeholder: string
  /** `caret`: where the cursor stands after it. */
  onChange(text: string, caret: number): void
  /** The cursor was moved. */
  onCaret(text: string, caret: number): void
  onBlur(): void
  onSubmit(): void
  onPaste(event: ClipboardEvent): void
  onEscape?: (() => void) | undefined
  /** Ctrl/⌘+Z; answers whether there was something to take back. */
  onUndo(): boolean
  /** Of a list that is open above the field; answers whether the key was its own. */
  onListKey(event: KeyboardEvent<HTMLTextAreaElement>): boolean
  /** Ids of that list and of its marked row. */
  list: { id: string; activeId: string | undefined } | null
}

/** Grows with the text. Enter sends and Shift+Enter breaks the line, or Ctrl/⌘+Enter sends, as the person likes. */
export const ComposerField = observer((props: ComposerFieldProps) => {
  const { field, value, placeholder, onChange, onCaret, onBlur, onSubmit, onPaste, onEscape, onUndo, onListKey, list } =
    props
  const t = useT('attendance')
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (onListKey(event)) return
    if (event.key === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && onUndo()) {
      event.preventDefault()
      return
    }
    if (event.key === 'Escape' && onEscape) {
      event.preventDefault()
      onEscape()
      return
    }
    // The Enter that ends a composed sign (accents, Japanese) is none of ours.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    const withMod = event.ctrlKey || event.metaKey
    const sends = options.enterSends.get() ? !event.shiftKey && !withMod && !event.altKey : withMod
    if (sends) {
      event.preventDefault()
      onSubmit()
    } else if (withMod) {
      event.preventDefault()
      const { selectionStart, selectionEnd } = event.currentTarget
      onChange(`${value.slice(0, selectionStart)}\n${value.slice(selectionEnd)}`, selectionStart + 1)
    }
  }
  return (
    <GrowingField
      ref={field}
      value={value}
      aria-label={t('composer.field')}
      {...(list
        ? { 'aria-autocomplete': 'list', 'aria-controls': list.id, 'aria-activedescendant': list.activeId }
        : {})}
      placeholder={placeholder}
      dir="auto"
      enterKeyHint={options.enterSends.get() ? 'send' : 'enter'}
      onChange={({ target }) => onChange(target.value, target.selectionStart)}
      onSelect={({ currentTarget }) => onCaret(currentTarget.value, currentTarget.selectionStart)}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
    />
  )
})
