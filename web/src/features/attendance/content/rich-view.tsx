import Box from '@mui/joy/Box'
import Link from '@mui/joy/Link'
import { Fragment, memo, type ReactNode, useState } from 'react'
import { useT } from '../../../lib/i18n/i18n.ts'
import { type Piece, richText } from './rich-text.ts'

/** Longer texts are folded, so that one message does not push all others away. */
const FOLDED_AT = 1_200

/** A text as people wrote it: line breaks kept, addresses as links, marks drawn. */
export const RichView = memo(({ text }: { text: string }) => {
  const t = useT('attendance')
  const [isWhole, setWhole] = useState(false)
  const isLong = text.length > FOLDED_AT
  const shown = isLong && !isWhole ? `${text.slice(0, FOLDED_AT).trimEnd()}…` : text
  return (
    <Box dir="auto" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', fontSize: 'sm', lineHeight: 1.5 }}>
      {drawn(richText(shown))}
      {isLong && (
        <Box sx={{ mt: 1 }}>
          <Link
            component="button"
            level="body-xs"
            onClick={() => setWhole(!isWhole)}
            sx={{ color: 'inherit' }}
            underline="always"
          >
            {isWhole ? t('message.less') : t('message.more')}
          </Link>
        </Box>
      )}
    </Box>
  )
})

const drawn = (pieces: Piece[]): ReactNode =>
  pieces.map((piece, index) => {
    // Pieces have no identity of their own; a changed text draws them anew.
    const key = `${index}-${piece.kind}`
    switch (piece.kind) {
      case 'text':
        return <Fragment key={key}>{piece.text}</Fragment>
      case 'link':
        return (
          <Link
            key={key}
            href={piece.href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            underline="always"
            sx={{ color: 'inherit' }}
          >
            {piece.text}
          </Link>
        )
      case 'code':
        return (
          <Box
            key={key}
            component="code"
            sx={{ px: 1, borderRadius: 4, bgcolor: 'background.level2', fontSize: '0.92em' }}
          >
            {piece.text}
          </Box>
        )
      case 'bold':
        return <strong key={key}>{drawn(piece.pieces)}</strong>
      case 'italic':
        return <em key={key}>{drawn(piece.pieces)}</em>
      default:
        return <s key={key}>{drawn(piece.pieces)}</s>
    }
  })
