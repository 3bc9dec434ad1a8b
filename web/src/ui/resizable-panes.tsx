import Box from '@mui/joy/Box'
import IconButton from '@mui/joy/IconButton'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { useT } from '../lib/i18n/i18n.ts'
import { preferences } from '../lib/preferences.ts'

export interface Pane {
  id: string
  content: ReactNode
  /** Pixels; the pane without a size takes what is left. */
  size?: { start: number; minimum: number; maximum: number }
  label: string
}

/** Pixels of one press of a key, and of a button. */
const STEP = 16
const LEAP = 48

/**
 * Panes side by side whose widths a person drags, or moves with the arrow keys or the buttons that come with the focus,
 * and that are remembered under `name`.
 */
export const ResizablePanes = observer(({ name, panes }: { name: string; panes: Pane[] }) => {
  const stored = preferences.recall<Record<string, number>>(`panes.${name}`, {})
  const [live, setLive] = useState<Record<string, number>>({})
  const widthOf = (pane: Pane): number | undefined =>
    pane.size &&
    Math.min(pane.size.maximum, Math.max(pane.size.minimum, live[pane.id] ?? stored[pane.id] ?? pane.size.start))
  const keep = (id: string, width: number) => {
    preferences.remember(`panes.${name}`, { ...stored, [id]: Math.round(width) })
    setLive({})
  }
  return (
    <Box sx={{ display: 'flex', height: '100%', minWidth: 0 }}>
      {panes.map((pane, index) => {
        const width = widthOf(pane)
        const right = panes.slice(0, index).some((before) => !before.size)
        const handle = pane.size && (
          <Handle
            label={pane.label}
            width={width ?? 0}
            size={pane.size}
            direction={right ? -1 : 1}
            onDrag={(next) => setLive({ [pane.id]: next })}
            onDrop={(next) => keep(pane.id, next)}
          />
        )
        return (
          <Box key={pane.id} sx={{ display: 'flex', minWidth: 0, ...(pane.size ? { flexShrink: 0 } : { flex: 1 }) }}>
            {right && handle}
            <Box sx={{ minWidth: 0, flex: 1, ...(width ? { width } : {}) }}>{pane.content}</Box>
            {!right && handle}
          </Box>
        )
      })}
    </Box>
  )
})

interface HandleProps {
  label: string
  width: number
  size: { start: number; minimum: number; maximum: number }
  /** 1: dragging right widens; -1: dragging left widens. */
  direction: 1 | -1
  onDrag(width: number): void
  onDrop(width: number): void
}

function Handle({ label, width, size, direction, onDrag, onDrop }: HandleProps) {
  const t = useT('ui')
  const start = useRef<{ x: number; width: number } | null>(null)
  const [isFocused, setFocused] = useState(false)
  const clamp = (value: number) => Math.min(size.maximum, Math.max(size.minimum, value))
  const at = (event: PointerEvent) => {
    const from = start.current
    return from ? clamp(from.width + (event.clientX - from.x) * direction) : width
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowRight: STEP * direction, ArrowLeft: -STEP * direction }
    const step = steps[event.key]
    if (step !== undefined) onDrop(clamp(width + step))
    else if (event.key === 'Home') onDrop(size.start)
    else return
    event.preventDefault()
  }
  return (
    <Box
      sx={placeStyles}
      onFocus={() => setFocused(true)}
      onBlur={(event) => setFocused(event.currentTarget.contains(event.relatedTarget))}
    >
      <Box
        role="separator"
        aria-orientation="vertical"
        aria-label={t('resize', { name: label })}
        aria-valuenow={Math.round(width)}
        aria-valuemin={size.minimum}
        aria-valuemax={size.maximum}
        tabIndex={0}
        onDoubleClick={() => onDrop(size.start)}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          start.current = { x: event.clientX, width }
        }}
        onPointerMove={(event) => start.current && onDrag(at(event))}
        onPointerUp={(event) => {
          if (start.current) onDrop(at(event))
          start.current = null
        }}
        onPointerCancel={() => {
          if (start.current) onDrop(start.current.width)
          start.current = null
        }}
        sx={lineStyles}
      />
      {isFocused && (
        // the focus stays where it is, or they would be gone before they are pressed
        <Box sx={nudgeStyles} onMouseDown={(event) => event.preventDefault()}>
          {([-1, 1] as const).map((side) => (
            <IconButton
              key={side}
              size="sm"
              variant="outlined"
              color="neutral"
              // by keyboard the arrows do it
              tabIndex={-1}
              aria-label={t(side === direction ? 'widen' : 'narrow', { name: label })}
              onClick={() => onDrop(clamp(width + LEAP * side * direction))}
            >
              {side === 1 ? <ChevronRight size={16} /> : <ChevronLeft size={16} />}
            </IconButton>
          ))}
        </Box>
      )}
    </Box>
  )
}

const placeStyles = { position: 'relative', width: '1px', flexShrink: 0 }
const lineStyles = {
  height: '100%',
  cursor: 'col-resize',
  touchAction: 'none',
  bgcolor: 'divider',
  outline: 'none',
  '&::after': { content: '""', position: 'absolute', inset: '0 -4px', zIndex: 2 },
  '&:hover, &:focus-visible': { bgcolor: 'primary.400', boxShadow: '0 0 0 1px var(--joy-palette-primary-400)' },
}
const nudgeStyles = {
  display: 'flex',
  position: 'absolute',
  zIndex: 3,
  top: '50%',
  left: 0,
  transform: 'translate(-50%, -50%)',
  // the line between them can still be taken hold of
  gap: '10px',
  pointerEvents: 'none',
  '& > button': { bgcolor: 'background.popup', boxShadow: 'md', pointerEvents: 'auto' },
}
