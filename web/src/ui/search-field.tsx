import IconButton from '@mui/joy/IconButton'
import Input from '@mui/joy/Input'
import { Search, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { SEARCH_DEBOUNCE } from '../lib/constants.ts'
import { useT } from '../lib/i18n/i18n.ts'

interface SearchFieldProps {
  value: string
  /** Called a moment after the last key. */
  onChange(value: string): void
  label: string
  autoFocus?: boolean
  sx?: object
}

/** Shows what is typed at once and tells it a moment later; Escape clears. */
export function SearchField({ value, onChange, label, autoFocus = false, sx = {} }: SearchFieldProps) {
  const t = useT('ui')
  const [text, setText] = useState(value)
  const told = useRef(value)
  const input = useRef<HTMLInputElement>(null)
  const tell = useEffectEvent((next: string) => {
    told.current = next
    onChange(next)
  })
  // Going back in the history changes the value from outside.
  useEffect(() => {
    if (value === told.current) return
    told.current = value
    setText(value)
  }, [value])
  useEffect(() => {
    if (text === told.current) return
    const timer = setTimeout(() => tell(text), SEARCH_DEBOUNCE)
    return () => clearTimeout(timer)
  }, [text])
  const clear = () => {
    setText('')
    tell('')
    input.current?.focus()
  }
  return (
    <Input
      value={text}
      onChange={(event) => setText(event.target.value)}
      placeholder={label}
      startDecorator={<Search size={16} aria-hidden />}
      endDecorator={
        text !== '' && (
          <IconButton onClick={clear} aria-label={t('clearSearch')} size="sm">
            <X size={16} />
          </IconButton>
        )
      }
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || text === '') return
        event.stopPropagation()
        clear()
      }}
      slotProps={{ input: { ref: input, type: 'search', 'aria-label': label, autoFocus, enterKeyHint: 'search' } }}
      sx={{ flex: '1 1 200px', maxWidth: 360, '& input::-webkit-search-cancel-button': { display: 'none' }, ...sx }}
    />
  )
}
