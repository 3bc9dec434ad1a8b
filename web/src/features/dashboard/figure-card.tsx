import Card from '@mui/joy/Card'
import Link from '@mui/joy/Link'
import Skeleton from '@mui/joy/Skeleton'
import Typography from '@mui/joy/Typography'
import type { ReactNode } from 'react'

interface FigureCardProps {
  label: string
  /** Undefined while it is on its way. */
  value: string | undefined
  /** How it came about or what it is beside. */
  hint: ReactNode
  /** Text colour, where the figure means trouble. */
  color?: 'danger' | undefined
  onOpen(): void
}

/** One big number, which opens its rows. */
export const FigureCard = ({ label, value, hint, color, onOpen }: FigureCardProps) => (
  <Card sx={{ p: 4, gap: 1, '&:hover': { bgcolor: 'background.level1' } }}>
    <Typography level="body-sm">{label}</Typography>
    <Link
      component="button"
      type="button"
      overlay
      underline="none"
      onClick={onOpen}
      disabled={value === undefined}
      aria-label={`${label}: ${value ?? ''}`}
      className="tabular"
      sx={{
        alignSelf: 'flex-start',
        fontSize: { xs: '1.35rem', sm: '1.75rem' },
        textAlign: 'left',
        fontWeight: 650,
        letterSpacing: '-0.02em',
        lineHeight: 1.15,
        color: color === 'danger' ? 'danger.plainColor' : 'text.primary',
      }}
    >
      {value ?? <Skeleton variant="text" width={56} />}
    </Link>
    <Typography level="body-xs" component="div">
      {hint}
    </Typography>
  </Card>
)

export const cardGrid = {
  display: 'grid',
  gap: { xs: 3, sm: 4 },
  gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' },
}
