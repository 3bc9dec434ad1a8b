import Box from '@mui/joy/Box'
import Typography from '@mui/joy/Typography'
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'
import { useT } from '../../../lib/i18n/i18n.ts'
import { SearchField } from '../../../ui/search-field.tsx'
import { ToolButton } from '../../../ui/tool-button.tsx'
import type { Jump } from '../conversation/use-jump.ts'
import { canFind, useFound } from './use-found.ts'

interface FindBarProps {
  ticketId: number
  jumper: { current: Jump | null }
  onClose(): void
}

/** Looks for words in the open conversation and goes from hit to hit, the newest first. */
export function FindBar({ ticketId, jumper, onClose }: FindBarProps) {
  const t = useT('attendance')
  const [text, setText] = useState('')
  const [index, setIndex] = useState(0)
  const found = useFound(text, ticketId)
  const { messages, hasMore, isFetching } = found
  const current = messages[index]

  const go = useEffectEvent(() => {
    if (current) jumper.current?.(current.id, current.seq)
  })
  const id = current?.id
  useEffect(() => {
    if (id !== undefined) go()
  }, [id])
  const change = (next: string) => {
    setText(next)
    setIndex(0)
  }
  const older = () => {
    if (index + 1 < messages.length) setIndex(index + 1)
    else if (hasMore) found.more()
  }
  const newer = () => setIndex(Math.max(0, index - 1))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const isEnter = event.key === 'Enter' || event.key === 'F3'
    if (event.key === 'Escape') onClose()
    else if (isEnter || event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      if ((isEnter && event.shiftKey) || event.key === 'ArrowDown') newer()
      else older()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  const count = `${messages.length}${hasMore ? '+' : ''}`
  const state = () => {
    if (!canFind(text)) return ''
    if (found.error) return t('find.failed')
    if (messages.length === 0) return isFetching || hasMore ? t('find.looking') : t('find.none')
    return t('find.place', { index: index + 1, count })
  }
  return (
    // the field's own Escape clears it; here it closes
    <Box role="search" aria-label={t('find.inTicket')} onKeyDownCapture={onKeyDown} sx={styles}>
      <SearchField autoFocus value={text} onChange={change} label={t('find.inTicket')} sx={{ maxWidth: 'none' }} />
      <Typography level="body-xs" role="status" className="tabular" sx={{ whiteSpace: 'nowrap' }}>
        {state()}
      </Typography>
      <ToolButton label={t('find.older')} disabled={index + 1 >= messages.length && !hasMore} onClick={older}>
        <ChevronUp size={18} />
      </ToolButton>
      <ToolButton label={t('find.newer')} disabled={index === 0} onClick={newer}>
        <ChevronDown size={18} />
      </ToolButton>
      <ToolButton label={t('find.close')} onClick={onClose}>
        <X size={18} />
      </ToolButton>
    </Box>
  )
}

const styles = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  px: 3,
  py: 1,
  borderBottom: '1px solid',
  borderColor: 'divider',
  bgcolor: 'background.surface',
}
