import Box from '@mui/joy/Box'
import type { ComponentProps } from 'react'

interface GrowingFieldProps extends ComponentProps<'textarea'> {
  value: string
  minRows?: number
  maxRows?: number
  sx?: object
}

/**
 * As high as its text. The browser sees to it by itself: to measure would lay out the whole page with every key. Where
 * it cannot, an unseen copy of the text in the same place gives the height.
 */
export function GrowingField({ minRows = 1, maxRows = 9, sx, value, ...rest }: GrowingFieldProps) {
  const rows = { '--rows-min': minRows, '--rows-max': maxRows }
  return (
    <Box sx={{ ...styles, ...rows, ...sx }} data-text={`${value} `}>
      <textarea rows={minRows} value={value} {...rest} />
    </Box>
  )
}

const styles = {
  display: 'grid',
  minWidth: 0,
  fontSize: 'md',
  fontFamily: 'body',
  lineHeight: 1.5,
  color: 'text.primary',
  // its own height is all that the rest of the page learns of it
  contain: 'layout style',
  '& > textarea, &::after': {
    gridArea: '1 / 1',
    boxSizing: 'border-box',
    minWidth: 0,
    minHeight: 'calc(var(--rows-min) * 1.5em + 12px)',
    maxHeight: 'calc(var(--rows-max) * 1.5em + 12px)',
    px: 1,
    py: '6px',
    font: 'inherit',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
  '& > textarea': {
    width: '100%',
    display: 'block',
    resize: 'none',
    overflowY: 'auto',
    border: 0,
    outline: 0,
    color: 'inherit',
    bgcolor: 'transparent',
    fieldSizing: 'content',
    '&::placeholder': { color: 'text.secondary', opacity: 1 },
  },
  '&::after': {
    content: 'attr(data-text)',
    visibility: 'hidden',
    overflow: 'hidden',
    '@supports (field-sizing: content)': { display: 'none' },
  },
}
