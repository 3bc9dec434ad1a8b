import Box from '@mui/joy/Box'
import { Fragment, memo } from 'react'
import { FoldedText, TextLink } from './folded-text.tsx'
import { hrefOf, type Piece, textPieces } from './text-pieces.ts'

interface NamedTextProps {
  body: string
  mentions: readonly { name: string }[]
}

/** A text as it was written, with those who are named in it. */
export const NamedText = memo(({ body, mentions }: NamedTextProps) => (
  <FoldedText
    text={body}
    draw={(shown) => textPieces(shown, mentions).map((piece) => <Drawn key={piece.at} piece={piece} />)}
  />
))

function Drawn({ piece }: { piece: Piece }) {
  if (piece.kind === 'text') return <Fragment>{piece.text}</Fragment>
  if (piece.kind === 'mention') {
    return (
      <Box component="span" sx={{ fontWeight: 650, color: 'primary.plainColor' }}>
        {piece.text}
      </Box>
    )
  }
  return <TextLink href={hrefOf(piece.text)}>{piece.text}</TextLink>
}
