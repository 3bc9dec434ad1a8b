import Box from '@mui/joy/Box'
import Link from '@mui/joy/Link'
import { type ReactNode, useState } from 'react'
import { useT } from '../lib/i18n/i18n.ts'

/** Longer texts are folded, so that one message does not push all others away. */
const FOLDED_AT = 1_200

/** A text as people wrote it, line breaks kept; `draw` makes its words. */
export function FoldedText({ text, draw }: { text: string; draw(shown: string): ReactNode }) {
  const t = useT('chatUi')
  const [isWhole, setWhole] = useState(false)
  const isLong = text.length > FOLDED_AT
  return (
    <div dir="auto" style={textStyle}>
      {draw(isLong && !isWhole ? `${text.slice(0, FOLDED_AT).trimEnd()}…` : text)}
      {isLong && (
        <Box sx={{ mt: 1 }}>
          <Link
            component="button"
            level="body-xs"
            underline="always"
            onClick={() => setWhole(!isWhole)}
            sx={{ color: 'inherit' }}
          >
            {isWhole ? t('readLess') : t('readMore')}
          </Link>
        </Box>
      )}
    </div>
  )
}

const textStyle = {
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  fontSize: 'var(--joy-fontSize-sm)',
  lineHeight: 1.5,
} as const

/** An address in what people wrote: it learns nothing of where it was followed from. */
export const TextLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link href={href} target="_blank" rel="noopener noreferrer nofollow" underline="always" sx={{ color: 'inherit' }}>
    {children}
  </Link>
)
