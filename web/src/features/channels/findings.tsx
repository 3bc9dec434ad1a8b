import Box from '@mui/joy/Box'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'

interface FindingsProps {
  label: string
  findings: readonly { level: 'info' | 'warning' | 'error'; text: string }[]
  /** The only finding says that all is well. */
  isFine?: boolean
}

const LOOKS = {
  info: { icon: Info, colour: 'text.secondary' },
  warning: { icon: TriangleAlert, colour: 'warning.plainColor' },
  error: { icon: CircleAlert, colour: 'danger.plainColor' },
} as const

/** What is known of a channel, each line with how grave it is. */
export function Findings({ label, findings, isFine = false }: FindingsProps) {
  return (
    <Box component="ul" aria-label={label} sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
      {findings.map(({ level, text }) => {
        const { icon, colour } = LOOKS[level]
        const Icon = isFine ? CircleCheck : icon
        return (
          <Box key={text} component="li" sx={{ display: 'flex', gap: 1.5, fontSize: 'sm', overflowWrap: 'anywhere' }}>
            <Box sx={{ color: isFine ? 'success.plainColor' : colour, lineHeight: 0, mt: '2px', flexShrink: 0 }}>
              <Icon size={16} aria-hidden />
            </Box>
            {text}
          </Box>
        )
      })}
    </Box>
  )
}
