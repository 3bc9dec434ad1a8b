import Box from '@mui/joy/Box'
import LinearProgress from '@mui/joy/LinearProgress'
import Typography from '@mui/joy/Typography'
import { formatNumber } from '../lib/format/numbers.ts'

interface WorkFiguresProps {
  done: number
  total: number
  isActive: boolean
  /** What is going on, for whoever does not see the bar, and how far it is. */
  label: string
  progress: string
  /** How many of each; those of zero are left out. */
  figures: { name: string; label: string; count: number }[]
}

/** How far long work is, and what became of it. */
export function WorkFigures({ done, total, isActive, label, progress, figures }: WorkFiguresProps) {
  const shown = figures.filter(({ count }) => count > 0)
  return (
    <>
      {isActive && (
        <Box role="status">
          <LinearProgress
            determinate
            value={total === 0 ? 0 : Math.min(100, (done / total) * 100)}
            aria-label={label}
            sx={{ '--LinearProgress-thickness': '6px' }}
          />
          <Typography level="body-xs" className="tabular" sx={{ mt: 1 }}>
            {progress}
          </Typography>
        </Box>
      )}
      {shown.length > 0 && (
        <Box component="dl" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 6, rowGap: 2, m: 0 }}>
          {shown.map((figure) => (
            <Box key={figure.name} sx={{ display: 'flex', flexDirection: 'column-reverse' }}>
              <Typography component="dt" level="body-xs">
                {figure.label}
              </Typography>
              <Typography component="dd" level="h4" className="tabular" sx={{ m: 0 }}>
                {formatNumber(figure.count)}
              </Typography>
            </Box>
          ))}
        </Box>
      )}
    </>
  )
}
