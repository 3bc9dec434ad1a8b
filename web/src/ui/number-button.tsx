import Box from '@mui/joy/Box'
import { formatNumber } from '../lib/format/numbers.ts'

interface NumberButtonProps {
  value: number
  /** What is counted, for screen readers. */
  label: string
  onOpen(): void
  /** A colour of the text, where the number means trouble. */
  color?: string | undefined
}

/** A count that opens what it counts. */
export const NumberButton = ({ value, label, onOpen, color = 'inherit' }: NumberButtonProps) => (
  <Box
    component="button"
    type="button"
    className="tabular"
    aria-label={`${label}: ${formatNumber(value)}`}
    onClick={onOpen}
    sx={{
      font: 'inherit',
      color,
      bgcolor: 'transparent',
      border: 0,
      px: 1,
      minWidth: 28,
      minHeight: 24,
      cursor: 'pointer',
      borderRadius: 4,
      textDecoration: 'underline',
      textDecorationColor: 'var(--joy-palette-neutral-400)',
      textUnderlineOffset: '3px',
      '&:hover': { bgcolor: 'neutral.plainHoverBg' },
      '@media (pointer: coarse)': { minHeight: 44, minWidth: 44 },
    }}
  >
    {formatNumber(value)}
  </Box>
)
