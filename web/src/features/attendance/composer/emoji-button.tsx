import Box from '@mui/joy/Box'
import { Smile } from 'lucide-react'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useT } from '../../../lib/i18n/i18n.ts'
import { ToolButton } from '../../../ui/tool-button.tsx'

const EmojiPanel = lazy(async () => ({ default: (await import('./emoji-panel.tsx')).EmojiPanel }))

/** Opens the emoji above the field; a click elsewhere or Escape closes them. */
export function EmojiButton({ onPick }: { onPick(emoji: string): void }) {
  const t = useT('attendance')
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const closeFrom = useEffectEvent((event: Event) => {
    if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false)
  })
  useEffect(() => {
    if (!isOpen) return
    const onPointer = (event: Event) => closeFrom(event)
    document.addEventListener('pointerdown', onPointer)
    return () => document.removeEventListener('pointerdown', onPointer)
  }, [isOpen])
  return (
    <Box
      ref={box}
      sx={{ position: 'relative' }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return
        event.preventDefault()
        setOpen(false)
      }}
    >
      <ToolButton label={t('composer.emoji')} side="top" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Smile size={19} />
      </ToolButton>
      {isOpen && (
        <Box role="dialog" aria-label={t('composer.emoji')} sx={panelStyles}>
          <Suspense fallback={null}>
            <EmojiPanel
              onPick={(emoji) => {
                setOpen(false)
                onPick(emoji)
              }}
            />
          </Suspense>
        </Box>
      )}
    </Box>
  )
}

const panelStyles = {
  position: 'absolute',
  zIndex: 10,
  left: -8,
  bottom: 'calc(100% + 8px)',
  width: 'min(344px, calc(100vw - 24px))',
  minHeight: 360,
  borderRadius: 8,
  bgcolor: 'background.popup',
  boxShadow: 'lg',
}
