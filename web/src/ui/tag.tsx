import Chip from '@mui/joy/Chip'
import type { ReactNode } from 'react'
import { ColourDot } from './colour.tsx'

interface TagProps {
  colour?: string | null | undefined
  children: ReactNode
  onRemove?: () => void
  removeLabel?: string
}

/** A named colour: a tag, a queue, a closing reason. The dot carries the colour, the words stay readable. */
export function Tag({ colour, children, onRemove, removeLabel }: TagProps) {
  return (
    <Chip
      variant="outlined"
      color="neutral"
      startDecorator={colour ? <ColourDot colour={colour} size={8} /> : undefined}
      endDecorator={
        onRemove ? (
          <button
            type="button"
            aria-label={removeLabel ?? ''}
            onClick={onRemove}
            style={{
              border: 0,
              background: 'none',
              color: 'inherit',
              cursor: 'pointer',
              padding: '0 2px',
              font: 'inherit',
            }}
          >
            ×
          </button>
        ) : undefined
      }
      sx={{ maxWidth: 200, '& .MuiChip-label': { overflow: 'hidden', textOverflow: 'ellipsis' } }}
    >
      {children}
    </Chip>
  )
}
