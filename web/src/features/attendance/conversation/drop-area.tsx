import Box from '@mui/joy/Box'
import { Upload } from 'lucide-react'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { useT } from '../../../lib/i18n/i18n.ts'

const hasFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files')

/** Files may be let fall anywhere on the conversation. */
export function DropArea({
  onFiles,
  children,
}: {
  onFiles: ((files: Iterable<File>) => void) | null
  children: ReactNode
}) {
  const t = useT('attendance')
  const [isOver, setOver] = useState(false)
  /** Entering a child comes before leaving its parent. */
  const depth = useRef(0)
  const enter = (event: DragEvent) => {
    if (!onFiles || !hasFiles(event)) return
    depth.current++
    setOver(true)
  }
  const leave = () => {
    depth.current = Math.max(0, depth.current - 1)
    if (depth.current === 0) setOver(false)
  }
  const drop = (event: DragEvent) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    depth.current = 0
    setOver(false)
    onFiles?.(event.dataTransfer.files)
  }
  return (
    <Box
      onDragEnter={enter}
      onDragLeave={leave}
      onDragOver={(event) => hasFiles(event) && event.preventDefault()}
      onDrop={drop}
      sx={{ position: 'relative', flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' }}
    >
      {children}
      {isOver && (
        <Box sx={overStyles}>
          <Upload size={28} aria-hidden />
          {t('composer.drop')}
        </Box>
      )}
    </Box>
  )
}

const overStyles = {
  position: 'absolute',
  inset: 8,
  zIndex: 5,
  display: 'flex',
  flexDirection: 'column',
  gap: 2,
  alignItems: 'center',
  justifyContent: 'center',
  borderRadius: 8,
  border: '2px dashed',
  borderColor: 'primary.solidBg',
  bgcolor: 'primary.softBg',
  color: 'primary.softColor',
  opacity: 0.96,
  fontWeight: 600,
  pointerEvents: 'none',
}
