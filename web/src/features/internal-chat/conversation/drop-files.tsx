import Box from '@mui/joy/Box'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { useT } from '../../../lib/i18n/i18n.ts'

const hasFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files')

/** Files may be let fall anywhere on the conversation. */
export function DropFiles({ onFiles, children }: { onFiles: ((files: File[]) => void) | null; children: ReactNode }) {
  const t = useT('internalChat')
  const [isOver, setOver] = useState(false)
  /** Entering a child comes before leaving its parent. */
  const depth = useRef(0)
  const leave = () => {
    depth.current = Math.max(0, depth.current - 1)
    if (depth.current === 0) setOver(false)
  }
  return (
    <Box
      onDragEnter={(event) => {
        if (!onFiles || !hasFiles(event)) return
        depth.current++
        setOver(true)
      }}
      onDragLeave={leave}
      onDragOver={(event) => hasFiles(event) && event.preventDefault()}
      onDrop={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        depth.current = 0
        setOver(false)
        onFiles?.([...event.dataTransfer.files])
      }}
      sx={{ position: 'relative', flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' }}
    >
      {children}
      {isOver && <Box sx={overStyles}>{t('composer.drop')}</Box>}
    </Box>
  )
}

const overStyles = {
  position: 'absolute',
  inset: 8,
  zIndex: 5,
  display: 'grid',
  placeItems: 'center',
  borderRadius: 8,
  border: '2px dashed',
  borderColor: 'primary.solidBg',
  bgcolor: 'primary.softBg',
  color: 'primary.softColor',
  fontWeight: 600,
  pointerEvents: 'none',
}
