import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import Chip from '@mui/joy/Chip'
import Typography from '@mui/joy/Typography'

interface WorkRowProps {
  title: string
  /** When, and by whom. */
  line: string
  state: string
  colour: 'neutral' | 'primary' | 'danger'
  onOpen(): void
}

/** One piece of long work in a list of them. */
export function WorkRow({ title, line, state, colour, onOpen }: WorkRowProps) {
  return (
    <Button
      variant="plain"
      color="neutral"
      fullWidth
      onClick={onOpen}
      sx={{ justifyContent: 'space-between', gap: 3, textAlign: 'left', fontWeight: 400, py: 2 }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Typography level="title-sm" noWrap>
          {title}
        </Typography>
        <Typography level="body-xs" className="tabular">
          {line}
        </Typography>
      </Box>
      <Chip size="sm" color={colour}>
        {state}
      </Chip>
    </Button>
  )
}
