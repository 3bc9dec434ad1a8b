import Box from '@mui/joy/Box'
import Link from '@mui/joy/Link'
import type { MessageOrigin } from '@recado/sdk'
import { CornerDownRight } from 'lucide-react'
import { useT } from '../../../lib/i18n/i18n.ts'

/** What made the customer write, above the message: the story, the ad, the post. */
export function OriginLine({ origin }: { origin: MessageOrigin }) {
  const t = useT('attendance')
  const text = [t(`origin.${origin.type}`), origin.title].filter(Boolean).join(': ')
  const isLink = origin.url !== undefined && /^https:\/\//.test(origin.url)
  return (
    <Box sx={{ display: 'flex', gap: 1, mb: 1, fontSize: 'xs', color: 'text.secondary' }}>
      <CornerDownRight size={13} aria-hidden style={{ flexShrink: 0, marginTop: 2 }} />
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {isLink ? (
          <Link href={origin.url ?? ''} target="_blank" rel="noopener noreferrer" fontSize="xs">
            {text}
          </Link>
        ) : (
          text
        )}
        {origin.text && <Box>{origin.text}</Box>}
      </Box>
    </Box>
  )
}
