import Box from '@mui/joy/Box'
import Link from '@mui/joy/Link'
import { Fragment, memo, useState } from 'react'
import { useT } from '../../../lib/i18n/i18n.ts'
import { hrefOf, type Piece, textPieces } from './text-pieces.ts'

/** Longer texts are folded, so that one message does not push all others away. */
const FOLDED_AT = 1_200

interface ChatTextProps {
  body: string
  mentions: readonly { userId: number; name: string }[]
}

/** A text as it was written, with those who are named in it. */
export const ChatText = memo(({ body, mentions }: ChatTextProps) => {
  const t = useT('internalChat')
  const [isWhole, setWhole] = useState(false)
  const isLong = body.length > FOLDED_AT
  const shown = isLong && !isWhole ? `${body.slice(0, FOLDED_AT).trimEnd()}…` : body
  return (
    <Box dir="auto" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', fontSize: 'sm', lineHeight: 1.5 }}>
      {textPieces(shown, mentions).map((piece) => (
        <Drawn key={piece.at} piece={piece} />
      ))}
      {isLong && (
        <Box sx={{ mt: 1 }}>
          <Link
            component="button"
            level="body-xs"
            underline="always"
            onClick={() => setWhole(!isWhole)}
            sx={{ color: 'inherit' }}
          >
            {isWhole ? t('message.less') : t('message.more')}
          </Link>
        </Box>
      )}
    </Box>
  )
})

function Drawn({ piece }: { piece: Piece }) {
  if (piece.kind === 'text') return <Fragment>{piece.text}</Fragment>
  if (piece.kind === 'mention') {
    return (
      <Box component="span" sx={{ fontWeight: 650, color: 'primary.plainColor' }}>
        {piece.text}
      </Box>
    )
  }
  return (
    <Link
      href={hrefOf(piece.text)}
      target="_blank"
      rel="noopener noreferrer nofollow"
      underline="always"
      sx={{ color: 'inherit' }}
    >
      {piece.text}
    </Link>
  )
}
