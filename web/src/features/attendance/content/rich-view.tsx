import Box from '@mui/joy/Box'
import { Fragment, memo, type ReactNode } from 'react'
import { FoldedText, TextLink } from '../../../chat-ui/folded-text.tsx'
import { textPieces } from '../../../chat-ui/text-pieces.ts'
import { type Piece, richText } from './rich-text.ts'

interface RichViewProps {
  text: string
  /** People of a group whom it names as `@` and their token. */
  mentions?: readonly { token: string }[] | undefined
}

/** A text as people wrote it: line breaks kept, addresses as links, marks drawn, people who are named in bold. */
export const RichView = memo(({ text, mentions = NOBODY }: RichViewProps) => {
  const names = mentions.map(({ token }) => ({ name: token }))
  return <FoldedText text={text} draw={(shown) => drawn(richText(shown), names)} />
})

const NOBODY: readonly { token: string }[] = []
type Names = readonly { name: string }[]

const withNames = (text: string, names: Names): ReactNode =>
  names.length === 0
    ? text
    : textPieces(text, names).map((piece) =>
        piece.kind === 'mention' ? <strong key={piece.at}>{piece.text}</strong> : piece.text,
      )

const drawn = (pieces: Piece[], names: Names): ReactNode =>
  pieces.map((piece, index) => {
    // Pieces have no identity of their own; a changed text draws them anew.
    const key = `${index}-${piece.kind}`
    switch (piece.kind) {
      case 'text':
        return <Fragment key={key}>{withNames(piece.text, names)}</Fragment>
      case 'link':
        return (
          <TextLink key={key} href={piece.href}>
            {piece.text}
          </TextLink>
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
        return <strong key={key}>{drawn(piece.pieces, names)}</strong>
      case 'italic':
        return <em key={key}>{drawn(piece.pieces, names)}</em>
      default:
        return <s key={key}>{drawn(piece.pieces, names)}</s>
    }
  })
